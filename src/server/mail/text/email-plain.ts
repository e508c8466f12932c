import type { MdastNode } from 'satteri'
import { typographic } from '../../../copy/markdown/typography.ts'
import { type Block, type EmailParts, paragraph } from './blocks.ts'

/** Returns the plain-text version of an e-mail. */
export function emailText({ title, blocks, action, note, footer }: EmailParts): string {
  const parts = [
    typographic(title),
    ...blocks.map(plainBlock),
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

/** Returns the plain text of a Markdown tree: link URLs after their labels, pictures as their alternative text. */
function plainNode(node: MdastNode): string {
  switch (node.type) {
    case 'root':
    case 'listItem':
      return apart(node)
    case 'list':
      return node.children
        .map((item, index) => `${node.ordered ? `${(node.start ?? 1) + index}.` : '–'} ${indent(plainNode(item))}`)
        .join('\n')
    case 'blockquote':
      return apart(node).replace(/^/gm, '> ')
    case 'thematicBreak':
      return '* * *'
    case 'break':
      return '\n'
    case 'link': {
      const label = inside(node)
      // Angle brackets delimit the URL, so that no punctuation of the sentence becomes part of it (RFC 3986, appendix C).
      return node.url.replace(/^(mailto:|tel:)/, '') === label ? label : `${label} <${node.url}>`
    }
    case 'image':
      return `[${typographic(node.alt ?? '')}]`
    default:
      return 'value' in node ? typographic(String(node.value)) : inside(node)
  }
}

function apart(node: { children: MdastNode[] }): string {
  return node.children.map(plainNode).join('\n\n')
}

function inside(node: MdastNode): string {
  return 'children' in node ? node.children.map(plainNode).join('') : ''
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
