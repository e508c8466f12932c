import type { ReactNode } from 'react'
import { splitAtCompounds } from '../../copy/markdown/compounds.ts'

/**
 * A text whose short compound words stay on one line, as they do where Markdown is rendered. Another text is another
 * element: a browser that translates the page puts its own nodes in place of the texts, which React could not change.
 */
export function unbroken(text: string): ReactNode {
  const parts = splitAtCompounds(text)
  if (parts.length === 1) return text
  return (
    <span key={text}>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name, and never change places
          <span key={index} className="unbroken">
            {part}
          </span>
        ),
      )}
    </span>
  )
}
