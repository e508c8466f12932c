import type { MdastNode } from 'satteri'
import { typographic } from '../../../copy/markdown/typography.ts'

/**
 * Returns a link in plain text. Angle brackets delimit the URL for mail programs, so that no punctuation of the
 * sentence becomes part of it (RFC 3986, appendix C).
 */
export function plainLink(label: string, href: string): string {
  return `${label} <${href}>`
}

/** Returns the plain text of a Markdown tree: link URLs after their labels, pictures as their alternative text. */
export function markdownPlain(node: MdastNode): string {
  switch (node.type) {
    case 'root':
    case 'listItem':
      return blocks(node)
    case 'list':
      return node.children
        .map((item, index) => `${node.ordered ? `${(node.start ?? 1) + index}.` : '–'} ${indent(markdownPlain(item))}`)
        .join('\n')
    case 'blockquote':
      return blocks(node).replace(/^/gm, '> ')
    case 'thematicBreak':
      return '* * *'
    case 'break':
      return '\n'
    case 'link': {
      const label = inside(node)
      return node.url.replace(/^(mailto:|tel:)/, '') === label ? label : plainLink(label, node.url)
    }
    case 'image':
      return `[${typographic(node.alt ?? '')}]`
    default:
      return 'value' in node ? typographic(String(node.value)) : inside(node)
  }
}

function blocks(node: MdastNode): string {
  return 'children' in node ? node.children.map(markdownPlain).join('\n\n') : ''
}

function inside(node: MdastNode): string {
  return 'children' in node ? node.children.map(markdownPlain).join('') : ''
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ')
}
