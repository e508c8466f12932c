import { escapeHtml } from '../../../copy/markdown/escape-html.ts'
import { typographic } from '../../../copy/markdown/typography.ts'

/** Copy of the palette of src/styles/tokens.css, because mail programs cannot load it. */
const LIGHT = {
  desk: '#e9ddc8',
  sheet: '#fbf7ef',
  text: '#2b1a12',
  quiet: '#66452b',
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

/** Inline styles, because many mail programs ignore style sheets. */
export const STYLE = {
  desk: `background:${LIGHT.desk}`,
  body: `margin:0;padding:0;background:${LIGHT.desk};-webkit-text-size-adjust:100%`,
  sheet: `max-width:600px;width:100%;background:${LIGHT.sheet};color:${LIGHT.text};font:17px/1.55 ${SANS}`,
  mark: `padding:32px 32px 0;font:400 18px/1 ${SERIF};letter-spacing:0.32em;color:${LIGHT.accent}`,
  thread: `padding:20px 32px 0`,
  rule: `border-top:1px dashed #c9a876;font-size:0;line-height:0;height:1px`,
  band: `padding:24px 0 0`,
  bandPicture: `display:block;width:100%;height:auto;border:0`,
  words: `padding:24px 32px 8px`,
  title: `margin:0 0 20px;font:400 30px/1.15 ${SERIF};color:${LIGHT.accent}`,
  paragraph: `margin:0 0 18px`,
  link: `color:${LIGHT.accent}`,
  heading: `margin:0 0 6px;font:700 15px/1.5 ${SANS}`,
  subheading: `margin:26px 0 10px;font:400 22px/1.25 ${SERIF};color:${LIGHT.accent}`,
  list: `margin:0 0 18px;padding:0 0 0 24px`,
  item: `margin:0 0 6px`,
  pause: `margin:26px 0;border:0;border-top:1px solid ${LIGHT.rule}`,
  picture: `display:block;width:100%;max-width:536px;height:auto;border:0;margin:0 0 6px`,
  quote: `margin:0 0 22px;padding:2px 0 2px 16px;border-left:2px solid #c9a876;overflow-wrap:anywhere;word-break:break-word`,
  button: `display:inline-block;padding:14px 24px;background:${LIGHT.accent};color:#f7f0e3;font:600 16px/1.2 ${SANS};text-decoration:none;border-radius:2px`,
  small: `margin:0;padding:0 32px 24px;color:${LIGHT.quiet};font:14px/1.5 ${SANS}`,
  footer: `padding:20px 32px 32px;border-top:1px solid ${LIGHT.rule};color:${LIGHT.quiet};font:14px/1.5 ${SANS}`,
}

/** Rules impossible in style attributes: dark mode, narrow viewports. */
export const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.title{font-size:26px!important}}
@media (prefers-color-scheme:dark){.desk{background:${DARK.desk}!important}.sheet{background:${DARK.sheet}!important;color:${DARK.text}!important}
.accent,.title,.link{color:${DARK.accent}!important}.quiet{color:${DARK.quiet}!important;border-color:${DARK.rule}!important}
.button{background:${DARK.accent}!important;color:${DARK.sheet}!important}}`

/** Typesets and escapes our own text; keeps a reference such as C-7K3M-9QX2 on one line. */
export function typeset(words: string): string {
  return escapeHtml(typographic(words)).replace(
    /\b[A-Z]-[\dA-Z]{4}-[\dA-Z]{4}\b/g,
    '<span style="white-space:nowrap">$&</span>',
  )
}
