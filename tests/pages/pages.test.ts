import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageRoutes } from '../routes.ts'

const SITE = 'http://localhost:4321'

const file = (path: string) => `dist/client/${path === '/' ? 'index' : path.slice(1)}.html`
const html = (path: string) => readFileSync(file(path), 'utf8')
const content = (path: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html(path))?.[1]

it('the sitemap lists no page that answers one person, and robots.txt leads to it', () => {
  const personal = /merci|formulaires|404|500|retractation|bureau|contact.|devis./
  expect(pageRoutes().filter((path) => personal.test(path))).toEqual([])
  expect(readFileSync('dist/client/robots.txt', 'utf8')).toContain(`${SITE}/sitemap-index.xml`)
})

it('security.txt says whom to write to, for less than a year from the build (RFC 9116)', () => {
  const text = readFileSync('dist/client/.well-known/security.txt', 'utf8')
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt`)
  const { builtAt } = JSON.parse(readFileSync('dist/build.json', 'utf8'))
  const days = (Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '') - Date.parse(builtAt)) / 86_400_000
  expect(days).toBeGreaterThan(300)
  expect(days).toBeLessThan(365)
})

describe('every page', () => {
  for (const path of pageRoutes())
    describe(path, () => {
      it('has its own title and description, the same where it is shared, and its address', () => {
        const title = /<title>([^<]*)<\/title>/.exec(html(path))?.[1] ?? ''
        expect(title.length).toBeGreaterThanOrEqual(20)
        expect(title.length).toBeLessThanOrEqual(65)
        expect(content(path, 'og:title')).toBe(title)
        expect(content(path, 'twitter:title')).toBe(title)
        expect(content(path, 'description')?.length).toBeGreaterThanOrEqual(90)
        expect(content(path, 'description')?.length).toBeLessThanOrEqual(160)
        expect(content(path, 'og:description')).toBe(content(path, 'description'))
        expect(content(path, 'twitter:description')).toBe(content(path, 'description'))
        expect(html(path)).toContain(`<link rel="canonical" href="${SITE}${path === '/' ? '/' : path}">`)
        for (const other of pageRoutes())
          if (other !== path) expect(html(other)).not.toContain(`<title>${title}</title>`)
      })

      it('is marked in its menu, and no other page is', () => {
        const [menu = ''] = /<nav id="menu"[\s\S]*?<\/nav>/.exec(html(path)) ?? []
        const links = [...menu.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)].filter(
          ([link]) => !link.includes('class="brand'),
        )
        const marked = links.filter(([link]) => link.includes('aria-current="page"')).map(([, href]) => href)
        expect(marked).toEqual(links.map(([, href]) => href).filter((href) => href === path))
      })

      it('asks nothing of a third party', () => {
        const foreign = [...html(path).matchAll(/(?:<link[^>]*href|src|srcset|action)="(https?:)?\/\/([^"/]+)/g)]
          .map(([, , host]) => host)
          .filter((host) => host !== 'localhost:4321')
        expect(foreign, 'other sites that the page asks').toEqual([])
      })

      it('has one h1, a main landmark, French, and no style attribute that the policy would refuse', () => {
        expect(html(path).match(/<h1[\s>]/g)).toHaveLength(1)
        expect(html(path)).toContain('<html lang="fr"')
        expect(html(path)).toMatch(/<main[^>]*id="contenu"/)
        expect(html(path)).not.toMatch(/<[^>]+\sstyle="/)
      })

      it('leads only to pages, anchors and files that exist', () => {
        for (const [, href = ''] of html(path).matchAll(/<a [^>]*href="([^"]*)"/g)) {
          if (/^(mailto:|tel:|https?:)/.test(href)) continue
          const [target = '', anchor] = href.split('#')
          const page = target === '' ? path : target.replace(/\?.*$/, '')
          const known = existsSync(file(page)) || existsSync(`dist/client${page}`)
          expect(known, `${path}: ${href}`).toBe(true)
          if (anchor && existsSync(file(page))) expect(html(page), `${path}: ${href}`).toContain(`id="${anchor}"`)
        }
      })

      it('carries the legal links in its footer', () => {
        for (const href of ['/terms#mentions-legales', '/privacy', '/cookies', '/retractation'])
          expect(html(path)).toContain(`href="${href}"`)
      })
    })
})
