import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The built site, where links of a letter lead to. @param client folder of the built files */
export function readBuiltSite(client: string) {
  const entries = existsSync(client) ? readdirSync(client) : []
  return {
    /** Addresses of its pages, without those that an error shows. */
    pages: entries
      .filter((name) => /^(?!404|500).*\.html$/.test(name))
      .map((name) => (name === 'index.html' ? '/' : `/${name.slice(0, -'.html'.length)}`)),
    /** The ids on a page, to which `#…` leads; none for a file that is no page; undefined for an address that leads nowhere. */
    anchorsOf(path: string): readonly string[] | undefined {
      if (path.includes('..')) return undefined
      const page = join(client, path === '/' ? 'index.html' : `${path}.html`)
      if (existsSync(page)) return [...readFileSync(page, 'utf8').matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
      return statSync(join(client, path), { throwIfNoEntry: false })?.isFile() ? [] : undefined
    },
  }
}
