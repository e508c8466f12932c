import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageHeaders } from '../server/http/files.ts'

/** No script writes markup or code from a string (W3C Trusted Types). */
const NO_STRINGS_AS_MARKUP = ";require-trusted-types-for 'script';trusted-types 'none'"

/**
 * Leaves in the policy of each prerendered page the hashes of its own scripts and styles. Astro lists those of the whole
 * site on every page, which no browser needs: two kilobytes that do not compress, in the first round trip of a visit. Adds that no script
 * writes markup from a string, where that is true: React writes the slot of an island so when it makes the island anew, as
 * on a page that a browser has translated.
 * @param client folder of the built files
 * @param headersFile the headers of single pages, as the adapter wrote them; written anew
 */
export function ownPolicies(client: string, headersFile: string): void {
  const pages: PageHeaders = JSON.parse(readFileSync(headersFile, 'utf8'))
  for (const { pathname, headers } of pages) {
    const html = readFileSync(join(client, `${pathname === '/' ? 'index' : pathname}.html`), 'utf8')
    for (const header of headers) {
      header.value = header.value.replace(/(script|style)-src 'self'([^;]*)/g, (_, kind, listed) => {
        const own = sourcesIn(html, kind).filter((source) => listed.includes(source))
        return [`${kind}-src 'self'`, ...new Set(own)].join(' ')
      })
      if (!html.includes('<astro-slot')) header.value = header.value.replace(/;?\s*$/, NO_STRINGS_AS_MARKUP)
    }
  }
  writeFileSync(headersFile, JSON.stringify(pages))
}

function sourcesIn(html: string, kind: string): string[] {
  const elements = new RegExp(`<${kind}\\b[^>]*>([\\s\\S]*?)</${kind}>`, 'g')
  return [...html.matchAll(elements)].map(([, text = '']) => sourceOf(text))
}

/** How a policy names an inline script or style. */
export function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
