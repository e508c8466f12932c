import { readFileSync } from 'node:fs'

/** Paths of the pages of the build, as its sitemap lists them. */
export function pageRoutes(): string[] {
  const sitemap = readFileSync('dist/client/sitemap-0.xml', 'utf8')
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url as string).pathname)
}
