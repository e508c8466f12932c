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
 */
export function ownPolicies(client: string, headersFile: string): void {
  const pages: PageHeaders[] = JSON.parse(readFileSync(headersFile, 'utf8'))
  for (const { pathname, headers } of pages) {
    const html = readFileSync(join(client, `${pathname === '/' ? 'index' : pathname}.html`), 'utf8')
    const own = new Set([...html.matchAll(/<(script|style)\b[^>]*>([^]*?)<\/\1>/g)].map(([, , text = '']) => hash(text)))
    for (const header of headers)
      header.value = header.value.replace(/ '(sha256-[^']+)'/g, (source, found) => (own.has(found) ? source : ''))
  }
  writeFileSync(headersFile, JSON.stringify(pages))
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
