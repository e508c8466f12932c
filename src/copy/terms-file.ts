import { getEntry } from 'astro:content'
import { dayInParis } from '../forms/calendar.ts'
import { values } from './facts/facts.ts'
import { legalBlocks } from './legal-blocks.ts'
import { escapeHtml } from './markdown/escape-html.ts'
import { markdown, plain } from './markdown/markdown.ts'

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 serif}table{border-collapse:collapse}td,th{padding:.3rem .6rem;border:1px solid;text-align:left}'

/**
 * Returns the conditions of sale with the withdrawal form as one HTML file, which goes with a quote as the law wants on
 * a durable medium (Code de la consommation L. 221-5, L. 221-13).
 * @param siteUrl origin of the site, for the links
 */
export async function termsFile(siteUrl: string, now: Date) {
  const entry = await getEntry('legal', 'terms')
  if (!entry) throw new Error('src/content/legal/terms.md manque.')
  const title = escapeHtml(plain(`${entry.data.title} – ${values.nom ?? 'Hera'}`))
  const text = markdown(entry.body ?? '', legalBlocks).html.replace(/(href|src)="\//g, `$1="${siteUrl}/`)
  const html = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style><body><h1>${escapeHtml(plain(entry.data.heading))}</h1>${text}</body></html>\n`
  return {
    name: `conditions-de-vente-${dayInParis(now)}.html`,
    type: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
  }
}
