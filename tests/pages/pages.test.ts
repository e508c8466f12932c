import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageFile as file, builtPage as html, pageRoutes } from '../support/routes.ts'

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
  expect(robots, 'closed, as a rehearsal is').not.toMatch(/Disallow: \/$/m)
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
  const texts = globSync('dist/client/**/*.{html,ics,txt,xml}')
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((name) => /\{\{ \w+ \}\}/.test(readFileSync(name, 'utf8')))).toEqual([])
})

describe.each(pageRoutes())('%s', (path) => {
  it('has its own title and a description, for social networks too (specification §2 «Page metadata»)', () => {
    const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html(path)) ?? []
    const description = content(path, 'description')
    expect(description).toBeTruthy()
    for (const other of pageRoutes())
      if (other !== path) expect(html(other), other).not.toContain(`<title>${title}</title>`)
    for (const kind of ['og', 'twitter']) {
      expect(content(path, `${kind}:title`)).toBe(title)
      expect(content(path, `${kind}:description`)).toBe(description)
    }
    expect(existsSync(`dist/client${new URL(content(path, 'og:image') ?? SITE).pathname}`)).toBe(true)
  })

  it('is the only page marked in its menu', () => {
    const [menu = ''] = /<nav id="menu"[\s\S]*?<\/nav>/.exec(html(path)) ?? []
    const links = [...menu.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)].filter(([link]) => !link.includes('class="brand'))
    const marked = links.filter(([link]) => link.includes('aria-current="page"')).map(([, href]) => href)
    expect(marked).toEqual(links.map(([, href]) => href).filter((href) => href === path))
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
})
