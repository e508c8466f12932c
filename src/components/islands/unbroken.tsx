import type { ReactNode } from 'react'
import { splitAtCompounds } from '../../copy/markdown/compounds.ts'

/**
 * Keeps short compound words on one line, as in rendered Markdown. The key recreates the element for another text,
 * because React cannot update a text node that the browser's translation has replaced.
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key and are never reordered
          <span key={index} className="unbroken">
            {part}
          </span>
        ),
      )}
    </span>
  )
}
