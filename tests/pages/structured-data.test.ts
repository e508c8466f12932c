import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { builtPage, pageRoutes } from '../support/routes.ts'
import { recordsOf } from '../support/shipped.ts'
import { wrongIn } from './schema-org.ts'

const PICTURES: Record<string, { alt: string }> = parse(readFileSync('src/content/pictures.yaml', 'utf8'))
const models = recordsOf('models')
const EXPECTED: Record<string, string[]> = {
  '/': ['Organization', 'WebSite'],
  // A piece with models is a ProductGroup.
  '/quilting': [
    'Organization',
    ...recordsOf('products').map(({ id }) => (models.some(({ piece }) => piece === id) ? 'ProductGroup' : 'Product')),
    ...models.map(() => 'Product'),
    'BreadcrumbList',
  ],
  '/faq': ['FAQPage', 'BreadcrumbList'],
}

const words = (text: string) => text.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>|[^\p{L}\p{N}]/gu, '')

it.each(pageRoutes())(
  'the structured data of %s are valid and match what the page shows: its title, questions and product texts',
  (path) => {
    const blocks = [...builtPage(path).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(blocks, 'blocks of structured data').toHaveLength(1)
    const { '@context': context, '@graph': things } = JSON.parse(blocks[0]?.[1] ?? '')
    expect(context).toBe('https://schema.org')
    expect(wrongIn(things), 'faults of the structured data').toEqual([])
    const types = things.map((thing: { '@type': string }) => thing['@type'])
    expect(types.filter((type: string) => type !== 'Event')).toEqual(EXPECTED[path] ?? ['BreadcrumbList'])
    const [, main = ''] = builtPage(path).split(/<main[^>]*>|<\/main>/)
    for (const { '@type': type, ...thing } of things) {
      if (type === 'BreadcrumbList') {
        const [home, here, ...more] = thing.itemListElement
        expect(more, 'breadcrumbs after the page').toEqual([])
        expect([home.position, home.name, home.item]).toEqual([1, 'Accueil', 'http://localhost:4321/'])
        expect([here.position, here.item]).toEqual([2, `http://localhost:4321${path}`])
        expect(words(here.name)).toBe(words(/<h1[\s\S]*?<\/h1>/.exec(main)?.[0] ?? ''))
      }
      if (/Product/.test(type)) expect(words(main), thing.name).toContain(words(thing.description))
      if (type !== 'FAQPage') continue
      // An answer with a missing fact is omitted from the structured data.
      const answered = main.match(/<details\b[\s\S]*?<\/details>/g)?.filter((each) => !each.includes('class="to-fill"'))
      const told = thing.mainEntity.map((each: { name: string; acceptedAnswer: { text: string } }) =>
        words(each.name + each.acceptedAnswer.text),
      )
      expect(told).toEqual(answered?.map(words))
    }
  },
)

it.each(pageRoutes())(
  '%s has an og:image of its own or the default one, with the right size, proportions and alt text',
  async (path) => {
    const [picture = '', width, height, alt] = ['', ':width', ':height', ':alt'].map(
      (part) => new RegExp(`<meta property="og:image${part}" content="([^"]+)"`).exec(builtPage(path))?.[1],
    )
    const real = await sharp(`dist/client${new URL(picture).pathname}`).metadata()
    expect([width, height], 'size').toEqual([String(real.width), String(real.height)])
    // Below 600 pixels social networks show a thumbnail; they show a ratio of 1.91 to 1 uncropped.
    expect(real.width, 'width').toBeGreaterThanOrEqual(600)
    expect(real.width / real.height, 'proportions').toBeCloseTo(1200 / 630, 1)
    const page = `src/content/pages/${path === '/' ? 'home' : path.slice(1)}.yaml`
    const hero = existsSync(page) ? parse(readFileSync(page, 'utf8')).sections.hero.image : undefined
    expect(alt?.replace(/\s/g, ' ')).toBe(PICTURES[hero ?? 'share']?.alt)
  },
)
