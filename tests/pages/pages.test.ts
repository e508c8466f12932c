import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { siteRoutes } from '../../src/check/reading/routes.ts'
import { readSources } from '../../src/check/reading/sources.ts'
import { pageFile as file, builtPage as html, pageRoutes } from '../support/routes.ts'
import { emptyElements } from './empty-elements.ts'

const SITE = 'http://localhost:4321'

const content = (path: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html(path))?.[1]

it('the sitemap lists no personal page, and robots.txt links to it', () => {
  const personal = /merci|formulaires|404|500|bureau|contact.|devis./
  expect(pageRoutes().filter((path) => personal.test(path))).toEqual([])
  expect(pageRoutes(), '/retractation is missing').toContain('/retractation')
  const robots = readFileSync('dist/client/robots.txt', 'utf8')
  expect(robots).toContain(`${SITE}/sitemap-index.xml`)
  expect(robots, 'a path that nobody should know').not.toContain('bureau')
})

it('a page outside the sitemap has noindex and no canonical link', () => {
  const listed = pageRoutes().map(file)
  for (const built of globSync('dist/client/**/*.html')) {
    const [head = ''] = readFileSync(built, 'utf8').split('</head>')
    const says = [head.includes('<meta name="robots" content="noindex">'), head.includes('rel="canonical"')]
    expect(says, `${built}: noindex, canonical`).toEqual([!listed.includes(built), listed.includes(built)])
  }
})

it('no built text has a placeholder that nobody filled in', () => {
  const texts = globSync('dist/client/**/*.{html,ics,txt,xml,webmanifest}')
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((name) => /\{\{ \w+ \}\}/.test(readFileSync(name, 'utf8')))).toEqual([])
})

it('security.txt has a contact and expires within a year of the build (RFC 9116)', () => {
  const text = readFileSync('dist/client/.well-known/security.txt', 'utf8')
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt`)
  const { builtAt } = JSON.parse(readFileSync('dist/build.json', 'utf8'))
  const days = (Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '') - Date.parse(builtAt)) / 86_400_000
  expect(days, 'days until it expires').toBeGreaterThan(300)
  expect(days, 'days until it expires').toBeLessThan(365)
})

it('the chapters of /hera-club bear the numbers of its list', () => {
  const [list = ''] = /<nav class="chapters[\s\S]*?<\/nav>/.exec(html('/hera-club')) ?? []
  const listed = [...list.matchAll(/<span(?! class)[^>]*>([^<]+)/g)].map(([, name]) => name)
  const numbered = [...html('/hera-club').matchAll(/<p class="kicker chapter[^>]*>([^<]+)/g)].map(([, name]) => name)
  expect(numbered).toEqual(listed)
})

describe('every page', () => {
  for (const path of pageRoutes())
    describe(path, () => {
      it('has its own title and a description', () => {
        const title = /<title>([^<]*)<\/title>/.exec(html(path))?.[1] ?? ''
        expect(title.length, `length of «${title}»`).toBeGreaterThanOrEqual(20)
        expect(title.length, `length of «${title}»`).toBeLessThanOrEqual(65)
        expect(content(path, 'description')?.length, 'length of the description').toBeGreaterThanOrEqual(90)
        expect(content(path, 'description')?.length, 'length of the description').toBeLessThanOrEqual(160)
        for (const other of pageRoutes())
          if (other !== path) expect(html(other), other).not.toContain(`<title>${title}</title>`)
      })

      it('has the expected meta and link elements, except style sheets', () => {
        const [head = ''] = html(path).split('</head>')
        const [title, description] = [/<title>([^<]*)/.exec(head)?.[1], content(path, 'description')]
        // head-data.test.ts checks the shared picture and its size.
        const said = [...head.matchAll(/<(?:meta|link) (?!property="og:image|rel="stylesheet" href="[^"]*">)([^>]*)>/g)]
        expect(said.map(([, attributes = '']) => attributes.replace(/\.[\w-]{8}(?=\.)/, ''))).toEqual([
          ...['charset="utf-8"', 'name="viewport" content="width=device-width, initial-scale=1"'],
          `name="description" content="${description}"`,
          `rel="canonical" href="${SITE}${path}"`,
          ...['property="og:type" content="website"', 'property="og:site_name" content="Hera"'],
          'property="og:locale" content="fr_FR"',
          `property="og:title" content="${title}"`,
          `property="og:description" content="${description}"`,
          `property="og:url" content="${SITE}${path}"`,
          'name="twitter:card" content="summary_large_image"',
          `name="twitter:title" content="${title}"`,
          `name="twitter:description" content="${description}"`,
          'name="theme-color" content="#fbf7ef"',
          'rel="icon" href="/favicon.svg" type="image/svg+xml"',
          'rel="icon" href="/favicon.ico" sizes="32x32"',
          'rel="apple-touch-icon" href="/apple-touch-icon.png"',
          'rel="manifest" href="/site.webmanifest"',
          // The title of the home page starts in italics.
          ...['sans', 'display', ...(path === '/' ? ['display-italic'] : [])].map(
            (font) => `rel="preload" href="/_astro/${font}.woff2" as="font" type="font/woff2" crossorigin`,
          ),
          'rel="stylesheet" href="/_astro/media.css" media="print, (prefers-contrast: more), (forced-colors: active)"',
        ])
      })

      it('allows prefetching pages, but not files or URLs with a query', () => {
        const [, rules = '{}'] = /<script type="speculationrules">(.*?)<\/script>/.exec(html(path)) ?? []
        const [menu, header, { where, eagerness }] = JSON.parse(rules).prefetch
        expect([menu.where.selector_matches, menu.eagerness]).toEqual(['#menu:popover-open a', 'immediate'])
        expect([header.where.selector_matches, header.eagerness, eagerness]).toEqual(['.header a', 'eager', 'moderate'])
        const [{ href_matches: matches }, { not }] = where.and
        const fits = (pattern: string, url: string) => new URLPattern(pattern, SITE).test(url, SITE)
        const asked = ['/faq', '/calendrier.ics', '/devis?piece=tapis', 'https://exemple.fr/'].filter(
          (url) => fits(matches, url) && !not.href_matches.some((pattern: string) => fits(pattern, url)),
        )
        expect(asked).toEqual(['/faq'])
      })

      it('is the only page marked in its menu', () => {
        const [menu = ''] = /<nav id="menu"[\s\S]*?<\/nav>/.exec(html(path)) ?? []
        const links = [...menu.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)].filter(
          ([link]) => !link.includes('class="brand'),
        )
        const marked = links.filter(([link]) => link.includes('aria-current="page"')).map(([, href]) => href)
        expect(marked).toEqual(links.map(([, href]) => href).filter((href) => href === path))
      })

      it('has one h1, a main landmark, lang="fr" and no style attribute', () => {
        expect(html(path).match(/<h1[\s>]/g), 'h1 elements').toHaveLength(1)
        expect(html(path)).toContain('<html lang="fr"')
        // Without tabindex the skip link scrolls but does not move the focus in Safari and older browsers.
        expect(html(path)).toMatch(/<main(?=[^>]*id="contenu")[^>]*tabindex="-1"/)
        expect(html(path)).not.toMatch(/<[^>]+\sstyle="/)
      })

      it('links only to existing pages, anchors and files', () => {
        for (const [, href = ''] of html(path).matchAll(/<a [^>]*href="([^"]*)"/g)) {
          if (/^(mailto:|tel:|https?:)/.test(href)) continue
          const [target = '', anchor] = href.split('#')
          const page = target === '' ? path : target.replace(/\?.*$/, '')
          const known = existsSync(file(page)) || existsSync(`dist/client${page}`)
          expect(known, `${path}: ${href}`).toBe(true)
          if (anchor && existsSync(file(page))) expect(html(page), `${path}: ${href}`).toContain(`id="${anchor}"`)
        }
      })

      it('links to the pages required by law in its footer', () => {
        const [, footer = ''] = html(path).split('<footer')
        const missing = ['terms#mentions-legales', 'terms', 'privacy', 'cookies', 'accessibilite', 'retractation']
        expect(missing.filter((id) => !footer.includes(`href="/${id}"`))).toEqual([])
      })

      it('links to the home page by the brand and by «back» links', () => {
        const home = [...html(path).matchAll(/<a [^>]*class="(?:brand|home|back)\b[^>]*>/g)].map(([link]) => link)
        expect(home.length, 'links to the home page').toBeGreaterThanOrEqual(2)
        expect(home.filter((link) => !link.includes(' href="/"'))).toEqual([])
      })

      it('has no visible button that needs a script, except in islands', () => {
        // Islands define themselves what they show before hydration.
        const still = html(path).replace(/<astro-island[\s\S]*?<\/astro-island>/g, '')
        const buttons = still.match(/<button [^>]*type="button"[^>]*>/g) ?? []
        expect(buttons.filter((button) => !/ (?:popovertarget=|hidden|tabindex="-1")/.test(button))).toEqual([])
      })

      it('has no empty element that should contain text', () => {
        expect(emptyElements(html(path)), 'elements without text').toEqual([])
      })
    })
})

it('a text may link to every id of a page, apart from those of fields and of names', () => {
  for (const { path, anchors } of siteRoutes(readSources('src/content')).routes) {
    if (!anchors || !existsSync(file(path))) continue
    const written = html(path).replace(/<(form|svg)[\s\S]*?<\/\1>/g, '')
    const ids = [...written.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    expect(ids.length, path).toBeGreaterThan(2)
    expect(
      ids.filter((id) => !anchors.includes(id.replace(/-nom$/, ''))),
      path,
    ).toEqual([])
  }
})
