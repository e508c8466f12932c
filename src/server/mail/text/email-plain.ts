import type { MdastNode } from 'satteri'
import { typographic } from '../../../copy/markdown/typography.ts'
import { type Block, type EmailParts, paragraph } from './blocks.ts'

/** Addresses in Markdown, which typography would change. */
const ADDRESSES = /(\]\([^)\s]*|https?:\/\/\S*)/

/** Returns the plain-text version of an e-mail. */
export function emailText({ title, blocks, plain, action, note, footer }: EmailParts): string {
  const written = plain?.split(ADDRESSES).map((part, index) => (index % 2 ? part : typographic(part)))
  const parts = [
    typographic(title),
    ...(written ? [written.join('')] : blocks.map(plainBlock)),
    action && `${typographic(`${action.label} :`)}\n${action.href}`,
    plainNode(paragraph(note)),
    `-- \n${footer.map(typographic).join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function plainBlock(block: Block): string {
  if (block.type !== 'quotation') return plainNode(block)
  const quoted = block.lines.map((line) => `> ${line}`.trimEnd())
  return [...(block.heading ? [typographic(block.heading)] : []), ...quoted].join('\n')
}

/** Returns the plain text of a paragraph: link URLs after their labels. */
function plainNode(node: MdastNode): string {
  const words = 'children' in node ? node.children.map(plainNode).join('') : ''
  if (node.type !== 'link') return 'value' in node ? typographic(String(node.value)) : words
  // Angle brackets delimit the URL, so that no punctuation of the sentence becomes part of it (RFC 3986, appendix C).
  return node.url === words ? words : `${words} <${node.url}>`
}
