import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceOf } from './own-policy.ts'

/** In bytes: a script that is shorter costs less in the page than a request of its own. */
const LIMIT = 1024

/**
 * Makes the built pages lighter: small module scripts stand in the page that asks for them (Astro does so too, but not for
 * scripts that fetch more later, such as the one that wakes a form), larger ones let letters and pictures go first, and the marks by which styles find their component
 * have short names in place of random ones, which do not compress.
 * @param client folder of the built files; its pages are written anew
 * @returns sources of what has changed, for the policies of the pages
 */
export function leanPages(client: string): Set<string> {
  const added = new Set<string>()
  const changed = (text: string) => {
    added.add(sourceOf(text))
    return text
  }
  for (const name of readdirSync(client).filter((name) => name.endsWith('.html'))) {
    const path = join(client, name)
    const short = new Map<string, string>()
    const html = readFileSync(path, 'utf8')
      .replace(/\bdata-astro-cid-\w+/g, (mark) => {
        if (!short.has(mark)) short.set(mark, `data-${short.size}`)
        return short.get(mark) ?? mark
      })
      .replace(/(<style>)([\s\S]*?)(?=<\/style>)/g, (_, tag, text) => tag + changed(text))
      .replace(/(<script type="module") src="(\/_astro\/[^"]+)">(?=<\/script>)/g, (tag, start, file) => {
        const code = readFileSync(join(client, file), 'utf8').trim()
        if (code.length > LIMIT || /\bfrom\s*["'`]|<\/script/.test(code))
          return tag.replace(start, `${start} fetchpriority="low"`)
        return `${start}>${changed(code.replaceAll('import(`./', 'import(`/_astro/'))}`
      })
    writeFileSync(path, html)
  }
  return added
}
