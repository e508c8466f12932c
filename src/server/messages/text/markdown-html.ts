import type { MdastNode } from 'satteri'
import { escapeHtml } from '../../../copy/markdown/escape-html.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { STYLE } from './email-style.ts'

/** Width of the column of words, in pixels: what a picture takes of it in programs that know no style. */
const COLUMN = 536

/** The HTML of a Markdown tree in the look of the e-mails, with French typography; of HTML inside it only the text. */
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
    // In an e-mail a new line is one: a signature has its lines without two spaces before each end.
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

/** What is inside, its paragraphs without the space under them. */
function withoutParagraphs({ children }: { children: MdastNode[] }, between: string): string {
  return children.map((child) => (child.type === 'paragraph' ? inside(child) : markdownHtml(child))).join(between)
}
