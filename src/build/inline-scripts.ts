import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './own-policy.ts'

/** In bytes: what is shorter costs less in the page than a request of its own. */
const LIMIT = 1024

/**
 * Writes small module scripts into the pages that ask for them. Astro does so too, but for scripts that fetch more later,
 * such as the one that wakes a form.
 * @param client folder of the built files; its pages are written anew
 * @returns sources for the policies of the pages
 */
export function inlineScripts(client: string): Set<string> {
  const hashes = new Set<string>()
  for (const name of readdirSync(client).filter((name) => name.endsWith('.html'))) {
    const html = readFileSync(join(client, name), 'utf8')
    const inlined = html.replace(/<script type="module" src="(\/_astro\/[^"]+)"><\/script>/g, (tag, path) => {
      const code = readFileSync(join(client, path), 'utf8').trim()
      if (code.length > LIMIT || /\bfrom\s*["'`]|<\/script/.test(code)) return tag
      const text = code.replaceAll('import(`./', 'import(`/_astro/')
      hashes.add(hashOf(text))
      return `<script type="module">${text}</script>`
    })
    if (inlined !== html) writeFileSync(join(client, name), inlined)
  }
  return hashes
}
