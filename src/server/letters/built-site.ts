import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the built site to check the links of a letter. @param client folder of the built files */
export function readBuiltSite(client: string) {
  const entries = existsSync(client) ? readdirSync(client) : []
  return {
    /** Paths of the pages, without the error pages. */
    pages: entries
      .filter((name) => /^(?!404|500).*\.html$/.test(name))
      .map((name) => (name === 'index.html' ? '/' : `/${name.slice(0, -'.html'.length)}`)),
    /** Ids on a page, the targets of `#…`; empty for a file that is not a page; undefined for an unknown path. */
    anchorsOf(path: string): readonly string[] | undefined {
      if (path.includes('..')) return undefined
      const page = join(client, path === '/' ? 'index.html' : `${path}.html`)
      if (existsSync(page)) return [...readFileSync(page, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
      return statSync(join(client, path), { throwIfNoEntry: false })?.isFile() ? [] : undefined
    },
  }
}
