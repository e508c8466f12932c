import type { MdastNode } from 'satteri'
import { escapeHtml } from '../../../copy/markdown/escape-html.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { type Block, type EmailParts, paragraph } from './blocks.ts'
import { SHEET, STYLE, typeset } from './email-style.ts'

/** Width of the text column and of pictures, in pixels, for mail programs that ignore styles. */
const COLUMN = 536

/**
 * Returns the HTML version of an e-mail: a table and inline styles, because mail programs support little more. The
 * text is complete without styles. All values are escaped here.
 */
export function emailHtml({ subject, title, picture, blocks, action, note, footer }: EmailParts): string {
  return `<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(typographic(subject))}</title><style>${SHEET}</style></head>
<body class="desk" style="${STYLE.body}">
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" style="${STYLE.desk}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" cellpadding="0" cellspacing="0" style="${STYLE.sheet}">
<tr><td class="pad accent" style="${STYLE.mark}">HERA</td></tr>
<tr><td class="pad" style="${STYLE.thread}"><div style="${STYLE.rule}">&nbsp;</div></td></tr>
${picture ? `<tr><td style="${STYLE.band}"><img src="${picture.src}" alt="${escapeHtml(typographic(picture.description))}" width="600" style="${STYLE.bandPicture}"></td></tr>` : ''}
<tr><td class="pad" style="${STYLE.words}">
${title ? `<h1 class="title" style="${STYLE.title}">${typeset(title)}</h1>` : ''}
${blocks.map(htmlBlock).join('\n')}
${action ? `<p style="margin:6px 0 26px"><a class="button" href="${escapeHtml(action.href)}" style="${STYLE.button}">${typeset(action.label)}</a></p>` : ''}
</td></tr>
${note ? `<tr><td class="pad quiet" style="${STYLE.small}">${inside(paragraph(note))}</td></tr>` : ''}
<tr><td class="pad quiet" style="${STYLE.footer}">${footer.map(typeset).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

function htmlBlock(block: Block): string {
  if (block.type !== 'quotation') return htmlNode(block)
  const { heading, lines } = block
  const head = heading ? `<p style="${STYLE.heading}">${typeset(heading)}</p>\n` : ''
  return `${head}<blockquote style="${STYLE.quote}">${lines.map(escapeHtml).join('<br>\n')}</blockquote>`
}

/** Returns the HTML of a Markdown tree with the styles of e-mails and French typography. Escapes raw HTML. */
function htmlNode(node: MdastNode): string {
  switch (node.type) {
    case 'root':
      return node.children.map(htmlNode).join('\n')
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
      return typeset(node.value).replaceAll('\n', '<br>\n')
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
  return 'children' in node ? node.children.map(htmlNode).join('') : ''
}

/** Returns the content without <p> elements, which would add space below. */
function withoutParagraphs({ children }: { children: MdastNode[] }, between: string): string {
  return children.map((child) => (child.type === 'paragraph' ? inside(child) : htmlNode(child))).join(between)
}
