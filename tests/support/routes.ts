import { globSync, readFileSync } from 'node:fs'

/** Returns the file of the built page with that path. */
export const pageFile = (path: string) => `dist/client/${path === '/' ? 'index' : path.slice(1)}.html`

/** Returns the HTML of the built page with that path. */
export const builtPage = (path: string) => readFileSync(pageFile(path), 'utf8')

/** Returns the paths of the built pages, from the sitemap. */
export function pageRoutes(): string[] {
  const sitemap = readFileSync('dist/client/sitemap-0.xml', 'utf8')
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url as string).pathname)
}

/** Returns the widths in pixels from which the built style sheets have other rules. */
export function breakpoints(): ReadonlySet<number> {
  const sheets = globSync('dist/client/**/*.{html,css}').map((file) => readFileSync(file, 'utf8'))
  const widths = sheets.flatMap((sheet) => [...sheet.matchAll(/@media[^{]*?\(min-width: ?(\d+)rem\)/g)])
  return new Set(widths.map(([, rem]) => 16 * Number(rem)))
}
