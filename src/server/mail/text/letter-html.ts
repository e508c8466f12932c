import { typographic } from '../../../copy/typography.ts'
import { type Block, type Draft, type Link, pieces } from './letter.ts'

/** The palette of src/styles/tokens.css, which a mail program cannot read. */
const LIGHT = {
  desk: '#e9ddc8',
  sheet: '#fbf7ef',
  text: '#2b1a12',
  quiet: '#7a5638',
  rule: '#d8c7ab',
  accent: '#3b2416',
}
const DARK = {
  desk: '#1f130c',
  sheet: '#2b1a12',
  text: '#f7f0e3',
  quiet: '#dcc6a0',
  rule: '#6a4a33',
  accent: '#c9a876',
}

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = 'Helvetica,Arial,sans-serif'

const STYLE = {
  body: `margin:0;padding:0;background:${LIGHT.desk};-webkit-text-size-adjust:100%`,
  sheet: `max-width:600px;width:100%;background:${LIGHT.sheet};color:${LIGHT.text};font:17px/1.55 ${SANS}`,
  mark: `padding:32px 32px 0;font:400 18px/1 ${SERIF};letter-spacing:0.32em;color:${LIGHT.accent}`,
  thread: `padding:20px 32px 0`,
  rule: `border-top:1px dashed #c9a876;font-size:0;line-height:0;height:1px`,
  words: `padding:24px 32px 8px`,
  title: `margin:0 0 20px;font:400 30px/1.15 ${SERIF};color:${LIGHT.accent}`,
  paragraph: `margin:0 0 18px`,
  link: `color:${LIGHT.accent}`,
  heading: `margin:0 0 6px;font:700 15px/1.5 ${SANS}`,
  quote: `margin:0 0 22px;padding:2px 0 2px 16px;border-left:2px solid #c9a876;overflow-wrap:anywhere;word-break:break-word`,
  button: `display:inline-block;padding:14px 24px;background:${LIGHT.accent};color:#f7f0e3;font:600 16px/1.2 ${SANS};text-decoration:none;border-radius:2px`,
  small: `margin:0;padding:0 32px 24px;color:${LIGHT.quiet};font:14px/1.5 ${SANS}`,
  footer: `padding:20px 32px 32px;border-top:1px solid ${LIGHT.rule};color:${LIGHT.quiet};font:14px/1.5 ${SANS}`,
}

/** What a style attribute cannot say: dark mode, and a narrow window. */
const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.title{font-size:26px!important}}
@media (prefers-color-scheme:dark){.desk{background:${DARK.desk}!important}.sheet{background:${DARK.sheet}!important;color:${DARK.text}!important}
.accent,.title,.link{color:${DARK.accent}!important}.quiet{color:${DARK.quiet}!important;border-color:${DARK.rule}!important}
.button{background:${DARK.accent}!important;color:${DARK.sheet}!important}}`

/**
 * The HTML of a letter: one table and inline styles, because mail programs know little more; everything that is said
 * can be read without its style too. Every value is escaped here.
 */
export function htmlText({ subject, title, blocks, action, note, footer }: Draft): string {
  return `<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(typographic(subject))}</title><style>${SHEET}</style></head>
<body class="desk" style="${STYLE.body}">
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.desk}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" cellpadding="0" cellspacing="0" style="${STYLE.sheet}">
<tr><td class="pad accent" style="${STYLE.mark}">HERA</td></tr>
<tr><td class="pad" style="${STYLE.thread}"><div style="${STYLE.rule}">&nbsp;</div></td></tr>
<tr><td class="pad" style="${STYLE.words}">
<h1 class="title" style="${STYLE.title}">${escapeHtml(typographic(title))}</h1>
${blocks.map(htmlBlock).join('\n')}
${action ? `<p style="margin:6px 0 26px">${anchor(action, 'button', STYLE.button)}</p>` : ''}
</td></tr>
${note ? `<tr><td class="pad quiet" style="${STYLE.small}">${inline(note)}</td></tr>` : ''}
<tr><td class="pad quiet" style="${STYLE.footer}">${footer.map((line) => escapeHtml(typographic(line))).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

function htmlBlock(block: Block): string {
  if (block.kind === 'paragraph') return `<p style="${STYLE.paragraph}">${inline(block.text)}</p>`
  const { heading, lines, link } = block
  return [
    heading && `<p style="${STYLE.heading}">${escapeHtml(typographic(heading))}</p>`,
    lines.length > 0 &&
      `<blockquote style="${STYLE.quote}">${lines.map((line) => escapeHtml(`> ${line}`)).join('<br>\n')}</blockquote>`,
    link && `<p style="${STYLE.paragraph}">${anchor(link, 'link', STYLE.link)}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function inline(paragraph: string): string {
  return pieces(paragraph)
    .map(({ text, strong, href }) => {
      if (href) return anchor({ label: text, href }, 'link', STYLE.link)
      return strong ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)
    })
    .join('')
}

function anchor({ label, href }: Link, name: string, style: string): string {
  return `<a class="${name}" href="${escapeHtml(href)}" style="${style}">${escapeHtml(typographic(label))}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
