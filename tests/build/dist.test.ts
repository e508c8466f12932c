import { globSync, readFileSync, statSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { transformWithOxc } from 'vite'
import { expect, it } from 'vitest'

/** Files of dist/client. */
const files = globSync('dist/client/**/*').filter((file) => statSync(file).isFile())
const pages = files.filter((file) => file.endsWith('.html'))

it('no picture says where or with what it was taken, whatever its extension', async () => {
  const read = (file: string) => sharp(file).metadata()
  const metadata = await Promise.all(files.map((file) => read(file).catch(() => undefined)))
  const pictures = files.filter((_, index) => (metadata[index]?.format ?? 'svg') !== 'svg')
  expect(pictures.length, 'number of pictures').toBeGreaterThan(100)
  expect(files.filter((_, index) => metadata[index]?.exif ?? metadata[index]?.xmp)).toEqual([])
})

it('only the first picture of a page loads eagerly', () => {
  for (const page of pages) {
    const placed = readFileSync(page, 'utf8').match(/<picture>[\s\S]*?<\/picture>/g) ?? []
    const loading = placed.map((picture) => / loading="(eager" fetchpriority="high|lazy)"/.exec(picture)?.[1])
    // Error pages have their picture below the text.
    const first = /\/(404|500)\.html$/.test(page) ? 'lazy' : 'eager" fetchpriority="high'
    expect(loading, page).toEqual(placed.map((_, index) => (index === 0 ? first : 'lazy')))
  }
})

it('every file cached for a year has a hash in its name', () => {
  const kept = files.filter((file) => file.includes('/_astro/') && !/\.(br|gz)$/.test(file))
  expect(kept.length, 'number of files').toBeGreaterThan(100)
  const bare = kept.filter((file) => !/[.-][\w-]{8}(_\w+)?\.\w+$/.test(file))
  expect(bare, 'names without a hash').toEqual([])
})

it('every text above a kilobyte has a brotli and a gzip copy with its bytes', () => {
  const isText = (file: string) => /\.(html|css|js|svg|xml|ics)$/.test(file)
  const texts = files.filter((file) => isText(file) && statSync(file).size > 1024)
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
  const streamed = pages.filter((page) => pieces.test(readFileSync(page, 'utf8')))
  expect(streamed, 'streamed pages').toEqual([])
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

it('the cascade layers have the order of global.css on every page', () => {
  // The first mention of a layer sets its order.
  const [, order = ''] = /@layer ([^;]+)/.exec(readFileSync('src/styles/global.css', 'utf8')) ?? []
  const ranks = order.split(', ')
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
