import { escapeHtml } from '../../../copy/markdown/escape-html.ts'
import { typographic } from '../../../copy/markdown/typography.ts'
import { type Block, type EmailParts, pieces } from './email-parts.ts'
import { anchor, SHEET, STYLE, typeset } from './email-style.ts'
import { markdownHtml } from './markdown-html.ts'

/**
 * Returns the HTML version of an e-mail: a table and inline styles, because mail programs support little more. The
 * text is complete without styles. All values are escaped here.
 */
export function htmlText({ subject, title, preview, picture, blocks, action, note, footer }: EmailParts): string {
  return `<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(typographic(subject))}</title><style>${SHEET}</style></head>
<body class="desk" style="${STYLE.body}">
${preview ? `<div style="${STYLE.preview}">${escapeHtml(preview)}</div>` : ''}
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" style="${STYLE.desk}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" cellpadding="0" cellspacing="0" style="${STYLE.sheet}">
<tr><td class="pad accent" style="${STYLE.mark}">HERA</td></tr>
<tr><td class="pad" style="${STYLE.thread}"><div style="${STYLE.rule}">&nbsp;</div></td></tr>
${picture ? `<tr><td style="${STYLE.band}"><img src="${picture.src}" alt="${escapeHtml(typographic(picture.description))}" width="600" style="${STYLE.bandPicture}"></td></tr>` : ''}
<tr><td class="pad" style="${STYLE.words}">
${title ? `<h1 class="title" style="${STYLE.title}">${typeset(title)}</h1>` : ''}
${blocks.map(htmlBlock).join('\n')}
${action ? `<p style="margin:6px 0 26px">${anchor(action, 'button', STYLE.button)}</p>` : ''}
</td></tr>
${note ? `<tr><td class="pad quiet" style="${STYLE.small}">${inline(note)}</td></tr>` : ''}
<tr><td class="pad quiet" style="${STYLE.footer}">${footer.map(typeset).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

function htmlBlock(block: Block): string {
  if (block.kind === 'paragraph') return `<p style="${STYLE.paragraph}">${inline(block.text)}</p>`
  if (block.kind === 'markdown') return markdownHtml(block.tree)
  const { heading, lines, link } = block
  return [
    heading && `<p style="${STYLE.heading}">${typeset(heading)}</p>`,
    lines.length > 0 && `<blockquote style="${STYLE.quote}">${lines.map(escapeHtml).join('<br>\n')}</blockquote>`,
    link && `<p style="${STYLE.paragraph}">${anchor(link, 'small-button', STYLE.smallButton)}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function inline(paragraph: string): string {
  return pieces(paragraph)
    .map(({ text, strong, href }) => {
      if (href) return anchor({ label: text, href }, 'link', STYLE.link)
      return strong ? `<strong>${typeset(text)}</strong>` : typeset(text).replaceAll('\n', '<br>\n')
    })
    .join('')
}
