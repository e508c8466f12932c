import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface PageHeaders {
  pathname: string
  headers: { key: string; value: string }[]
}

/**
 * Leaves in the policy of each prerendered page the hashes of its own scripts and styles. Astro lists those of the whole
 * site on every page, which no browser needs: two kilobytes that do not compress, in the first round trip of a visit.
 * @param client folder of the built files
 * @param headersFile the headers of single pages, as the adapter wrote them; written anew
 * @param added sources of scripts that came into the pages after Astro had made its list
 */
export function ownPolicies(client: string, headersFile: string, added: ReadonlySet<string>): void {
  const pages: PageHeaders[] = JSON.parse(readFileSync(headersFile, 'utf8'))
  for (const { pathname, headers } of pages) {
    const html = readFileSync(join(client, `${pathname === '/' ? 'index' : pathname}.html`), 'utf8')
    const own = new Set(sourcesIn(html))
    const late = [...own].filter((source) => added.has(source)).map((source) => ` ${source}`)
    for (const header of headers)
      header.value = header.value
        .replace(/ ('sha256-[^']+')/g, (entry, source) => (own.has(source) ? entry : ''))
        .replace(/script-src 'self'/, (start) => start + late.join(''))
  }
  writeFileSync(headersFile, JSON.stringify(pages))
}

function sourcesIn(html: string): string[] {
  return [...html.matchAll(/<(script|style)\b[^>]*>([^]*?)<\/\1>/g)].map(([, , text = '']) => hashOf(text))
}

/** The source expression of an inline script or style, with its quotes. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
