import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pageRoutes } from '../support/routes.ts'
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
const file = (path: string) => `dist/client/${path === '/' ? 'index' : path.slice(1)}.html`

describe('structured data of each page', () => {
  for (const path of pageRoutes())
    it(path, () => {
      const html = readFileSync(file(path), 'utf8')
      const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      expect(blocks, 'blocks of structured data').toHaveLength(1)
      const data = JSON.parse(blocks[0]?.[1] ?? '') as { '@context': string; '@graph': { '@type': string }[] }
      expect(data['@context']).toBe('https://schema.org')
      expect(wrongIn(data['@graph']), 'faults of the structured data').toEqual([])
      const types = data['@graph'].map((thing) => thing['@type']).filter((type) => type !== 'Event')
      expect(types).toEqual(EXPECTED[path] ?? ['BreadcrumbList'])
    })
})

it.each(pageRoutes())(
  'the structured data of %s match what the page shows: its title, questions and product texts',
  (path) => {
    const html = readFileSync(file(path), 'utf8')
    const words = (text: string) => text.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>|[^\p{L}\p{N}]/gu, '')
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    const [, main = ''] = html.split(/<main[^>]*>|<\/main>/)
    for (const { '@type': type, ...thing } of data['@graph']) {
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
  (path) => {
    const html = readFileSync(file(path), 'utf8')
    const [picture = '', width, height, alt] = ['', ':width', ':height', ':alt'].map(
      (part) => new RegExp(`<meta property="og:image${part}" content="([^"]+)"`).exec(html)?.[1],
    )
    const stored = `dist/client${new URL(picture).pathname}`
    expect(existsSync(stored), `${stored} exists`).toBe(true)
    const real = size(readFileSync(stored)) ?? { width: 0, height: 1 }
    expect([width, height], 'size').toEqual([String(real.width), String(real.height)])
    // Below 600 pixels social networks show a thumbnail; they show a ratio of 1.91 to 1 uncropped.
    expect(real.width, 'width').toBeGreaterThanOrEqual(600)
    expect(real.width / real.height, 'proportions').toBeCloseTo(1200 / 630, 1)
    const page = `src/content/pages/${path === '/' ? 'home' : path.slice(1)}.yaml`
    const hero = existsSync(page) ? parse(readFileSync(page, 'utf8')).sections.hero.image : undefined
    expect(alt?.replace(/\s/g, ' ')).toBe(PICTURES[hero ?? 'share']?.alt)
  },
)

/** Returns the size of a JPEG from its frame header (ITU T.81, B.2.2). */
function size(jpeg: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at)
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
  }
  return undefined
}
