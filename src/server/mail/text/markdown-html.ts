import type { MdastNode } from 'satteri'
import { escapeHtml } from '../../../copy/markdown/escape-html.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { STYLE } from './email-style.ts'

/** Width of the text column and of pictures, in pixels, for mail programs that ignore styles. */
const COLUMN = 536

/** Returns the HTML of a Markdown tree with the styles of e-mails and French typography. Escapes raw HTML. */
export function markdownHtml(node: MdastNode): string {
  switch (node.type) {
    case 'root':
      return node.children.map(markdownHtml).join('\n')
    case 'paragraph':
      return `<p style="${STYLE.paragraph}">${inside(node)}</p>`
    case 'heading':
      return `<h${node.depth} class="accent" style="${STYLE.subheading}">${inside(node)}</h${node.depth}>`
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul'
      return `<${tag} style="${STYLE.list}">${inside(node)}</${tag}>`
    }
    case 'listItem':
      return `<li style="${STYLE.item}">${withoutParagraphs(node, '')}</li>`
    case 'blockquote':
      return `<blockquote style="${STYLE.quote}">${withoutParagraphs(node, '<br><br>')}</blockquote>`
    case 'thematicBreak':
      return `<hr class="quiet" style="${STYLE.pause}">`
    case 'break':
      return '<br>'
    // A single newline is a line break in e-mails, so that signatures need no trailing spaces.
    case 'text':
      return escapeHtml(typographic(node.value)).replaceAll('\n', '<br>\n')
    case 'strong':
      return `<strong>${inside(node)}</strong>`
    case 'emphasis':
      return `<em>${inside(node)}</em>`
    case 'link':
      return `<a class="link" href="${escapeHtml(node.url)}" style="${STYLE.link}">${inside(node)}</a>`
    case 'image':
      return `<img src="${escapeHtml(node.url)}" alt="${escapeHtml(typographic(node.alt ?? ''))}" width="${COLUMN}" style="${STYLE.picture}">`
    default:
      return 'value' in node ? escapeHtml(typographic(String(node.value))) : inside(node)
  }
}

function inside(node: MdastNode): string {
  return 'children' in node ? node.children.map(markdownHtml).join('') : ''
}

/** Returns the content without <p> elements, which would add space below. */
function withoutParagraphs({ children }: { children: MdastNode[] }, between: string): string {
  return children.map((child) => (child.type === 'paragraph' ? inside(child) : markdownHtml(child))).join(between)
}
