import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { transformWithOxc } from 'vite'
import { expect, it } from 'vitest'

/** Files of dist/client. */
const files = globSync('dist/client/**/*').filter((file) => statSync(file).isFile())

/** Tag of the GPS directory (EXIF 3.0, 4.6.3) in both byte orders, and GPS data in XMP. */
const PLACES = [Buffer.from([0x88, 0x25, 0, 4]), Buffer.from([0x25, 0x88, 4, 0]), Buffer.from('GPSLatitude')]

it('no picture contains GPS data, whatever its extension', async () => {
  let pictures = 0
  for (const file of files) {
    const metadata = await sharp(file)
      .metadata()
      .catch(() => undefined)
    if (!metadata || metadata.format === 'svg') continue
    pictures += 1
    for (const part of [metadata.exif, metadata.xmp])
      expect(
        PLACES.filter((place) => part?.includes(place)),
        `GPS data in ${file}`,
      ).toEqual([])
  }
  expect(pictures, 'number of pictures').toBeGreaterThan(100)
})

it('every published picture is used somewhere', () => {
  const texts = files.filter((file) => /\.(html|css|js|svg|xml|webmanifest)$/.test(file))
  const shown = texts.map((file) => readFileSync(file, 'utf8')).join()
  const pictures = files.filter((file) => /_astro\/.+\.(avif|webp|jpg|png)$/.test(file))
  expect(pictures.length, 'number of pictures').toBeGreaterThan(50)
  expect(
    pictures.filter((file) => !shown.includes(basename(file))),
    'unused pictures',
  ).toEqual([])
})

it('each picture has the stated sizes and proportions, and only the first of a page loads eagerly', async () => {
  const known = new Map<string, Promise<{ width: number; height: number }>>()
  const sizeOf = (path: string) => {
    const size = known.get(path) ?? sharp(`dist/client${path}`).metadata()
    known.set(path, size)
    return size
  }
  for (const page of files.filter((file) => file.endsWith('.html'))) {
    const placed = readFileSync(page, 'utf8').match(/<picture>[\s\S]*?<\/picture>/g) ?? []
    const atOnce = placed.map((picture) => / loading="eager" fetchpriority="high"/.test(picture))
    const lazy = placed.map((picture) => / loading="lazy"/.test(picture))
    // Error pages have their picture below the text.
    expect(atOnce, page).toEqual(placed.map((_, index) => index === 0 && !/\/(404|500)\.html$/.test(page)))
    expect(lazy, page).toEqual(atOnce.map((each) => !each))
    for (const picture of placed) {
      const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(picture) ?? []
      const ratio = Number(width) / Number(height)
      for (const [, media, set = ''] of picture.matchAll(/(?: media="([^"]+)")? srcset="([^"]+)"/g))
        for (const [path = '', said] of set.split(', ').map((each) => each.split(' '))) {
          const real = await sizeOf(path)
          expect(`${real.width}w`, `${path} on ${page}`).toBe(said)
          if (!media) expect(real.width / real.height, `proportions of ${path} on ${page}`).toBeCloseTo(ratio, 1)
        }
    }
  }
})

it('every file cached for a year has a hash in its name', () => {
  const kept = files.filter((file) => file.includes('/_astro/') && !/\.(br|gz)$/.test(file))
  expect(kept.length, 'number of files').toBeGreaterThan(100)
  expect(
    kept.filter((file) => !/[.-][\w-]{8}(_\w+)?\.\w+$/.test(file)),
    'names without a hash',
  ).toEqual([])
})

it('every text above a kilobyte has a brotli and a gzip copy with its bytes', () => {
  const texts = files.filter(
    (file) => /\.(html|css|js|svg|xml|ics|webmanifest)$/.test(file) && statSync(file).size > 1024,
  )
  expect(texts.length, 'number of texts').toBeGreaterThan(25)
  for (const file of texts) {
    const plain = readFileSync(file)
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(plain), `${file}.br`).toBe(true)
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(plain), `${file}.gz`).toBe(true)
  }
})

it('no page is streamed in parts, neither prerendered nor on demand', () => {
  // When it streams, React sends the end of a long form hidden, for a script to move into place.
  const pieces = /<template id="[BP]:|<!--\$\?-->|\$RC\(/
  expect(
    files.filter((file) => file.endsWith('.html') && pieces.test(readFileSync(file, 'utf8'))),
    'streamed pages',
  ).toEqual([])
  // Without streaming, a page that fails half way is an error page.
  const server = readFileSync('dist/server/entry.mjs', 'utf8')
  const set = server.match(/experimentalDisableStreaming: (\(\) => )?(true|false|void 0)/g)
  expect(set, 'streaming options of React and of the adapter').toEqual([
    'experimentalDisableStreaming: true',
    'experimentalDisableStreaming: () => true',
  ])
})

/** Returns the styles of a page; print-only style sheets do not count. */
function stylesOf(page: string): string {
  return [...readFileSync(page, 'utf8').matchAll(/<link rel="stylesheet" href="([^"]+)">|<style>([^<]+)/g)]
    .map(([, href, css]) => css ?? readFileSync(`dist/client${href}`, 'utf8'))
    .join('')
}

it('every page with a text that may contain a table has the styles of tables', () => {
  const pages = files.filter(
    (file) => file.endsWith('.html') && /class="[^"]*\bprose\b/.test(readFileSync(file, 'utf8')),
  )
  expect(pages).toContain('dist/client/faq.html')
  for (const page of pages) expect(stylesOf(page), page).toContain('.prose table')
})

it('the cascade layers have the order of global.css on every page', () => {
  // The first mention of a layer sets its order.
  const [, order = ''] = /@layer ([^;]+)/.exec(readFileSync('src/styles/global.css', 'utf8')) ?? []
  const ranks = order.split(', ')
  const pages = files.filter((file) => file.endsWith('.html'))
  for (const page of pages) {
    const named = [...stylesOf(page).matchAll(/@layer ([^{;]+)/g)].flatMap(([, names = '']) => names.split(/, ?/))
    const found = [...new Set(named)]
    expect(found, `layers of ${page} by their first mention`).toEqual(ranks.filter((name) => found.includes(name)))
    expect(found.length, `layers of ${page}`).toBeGreaterThan(5)
  }
  expect(pages.length, 'number of pages').toBeGreaterThan(20)
})

/** Methods that Chrome 109 or Safari 15.4 lacks, and lookbehind: the build lowers the syntax, but neither of these. */
const NEWER =
  /\.(?:toSorted|toReversed|toSpliced|groupBy|withResolvers|canParse|isSubsetOf|fromAsync|intersection)\(|\(\?<[=!]/

it('the scripts use nothing unknown to the oldest supported browsers (decisions, «Browsers»)', async () => {
  const scripts = files.filter((file) => file.endsWith('.js'))
  const words = (code: string, target: string | string[]) => transformWithOxc(code, 'script.js', { target })
  for (const file of scripts) {
    const code = readFileSync(file, 'utf8')
    const old = await words(code, ['chrome109', 'firefox115', 'safari15.4'])
    expect(old.code === (await words(code, 'esnext')).code, `${file} needs no transpiling`).toBe(true)
    expect(NEWER.exec(code)?.[0], file).toBeUndefined()
  }
  expect(scripts.length, 'number of scripts').toBeGreaterThan(10)
})
