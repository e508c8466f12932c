import { readFileSync } from 'node:fs'

/** Returns the paths of the built pages, from the sitemap. */
export function pageRoutes(): string[] {
  const sitemap = readFileSync('dist/client/sitemap-0.xml', 'utf8')
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url as string).pathname)
}
