import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageHeaders } from '../server/http/files.ts'

/** CSP directives that forbid scripts to write markup or code from strings (W3C Trusted Types). */
const NO_STRINGS_AS_MARKUP = ";require-trusted-types-for 'script';trusted-types 'none'"

/**
 * Reduces the CSP of each prerendered page to the hashes of its own scripts and styles. Astro lists those of the
 * whole site on every page: two kilobytes that do not compress, in the first round trip of a visit. Adds Trusted
 * Types to pages without <astro-slot>, because React writes the slot of an island from a string when it recreates
 * the island, as on a page translated by the browser.
 * @param client folder of the built files
 * @param headersFile headers of each page, written by the adapter; overwritten
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

/** Returns the CSP source of an inline script or style. */
export function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
