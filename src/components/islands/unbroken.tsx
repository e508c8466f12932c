import type { ReactNode } from 'react'
import { splitAtCompounds } from '../../copy/markdown/compounds.ts'

/** A text whose short compound words stay on one line, as they do where Markdown is rendered. */
export function unbroken(text: string): ReactNode {
  return splitAtCompounds(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name, and never change places
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  )
}
