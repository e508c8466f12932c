import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { builtPage, pageRoutes } from '../support/routes.ts'

const PICTURES: Record<string, { alt: string }> = parse(readFileSync('src/content/pictures.yaml', 'utf8'))

it('structured data name the house on the home page alone, without an example', () => {
  const [before, block = ''] = builtPage('/').split('<script type="application/ld+json">')
  const house = JSON.parse(block.split('</script>')[0] ?? '')
  expect(house).toMatchObject({ '@type': 'Organization', name: expect.any(String), url: 'http://localhost:4321/' })
  expect(existsSync(`dist/client${new URL(house.logo).pathname}`)).toBe(true)
  expect(JSON.stringify(house)).not.toMatch(/\.example|to-fill/)
  expect(before).not.toContain('schema.org')
  for (const path of pageRoutes().slice(1)) expect(builtPage(path), path).not.toContain('schema.org')
})

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
