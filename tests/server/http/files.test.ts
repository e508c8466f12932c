import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { closeServers, HEADERS, serve } from './still-server.ts'

const PICTURE = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 31) % 251))
const PAGE = '<!doctype html><title>Une page</title>'.padEnd(2000, ' ')
const FILES = {
  'picture.avif': PICTURE,
  'page.html': PAGE,
  'page.html.br': brotliCompressSync(PAGE),
  'page.html.gz': gzipSync(PAGE),
  'index.html': 'Accueil',
  'data.bin': 'octets',
  '_astro/a.js': 'x',
  '_astro/a.svg': 'x',
  '404.html': 'Introuvable',
}
const POLICY = HEADERS['Content-Security-Policy']

closeServers()
let url: string
beforeAll(async () => {
  const headers = [{ key: 'content-security-policy', value: "script-src 'self'" }]
  url = await serve((_, __, next) => next(), { files: FILES, pages: [{ pathname: '/page', headers }] })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { headers, method, redirect: 'manual' })

it('compresses if the client accepts it, with an ETag for each encoding', async () => {
  const plain = await get('/page', { 'Accept-Encoding': 'identity' })
  const br = await get('/page', { 'Accept-Encoding': 'gzip, br' })
  const gzip = await get('/page', { 'Accept-Encoding': 'gzip' })
  expect([gzip.headers.get('content-encoding'), await gzip.text()]).toEqual(['gzip', PAGE])
  expect(plain.headers.get('content-length')).toBe(String(PAGE.length))
  expect((await get('/', { 'Accept-Encoding': 'br' })).headers.get('vary'), 'of a file without encodings').toBeNull()
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(plain.headers.get('content-encoding'), 'encoding of the uncompressed response').toBeNull()
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(br.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  expect([await plain.text(), await br.text()]).toEqual([PAGE, PAGE])
})

it('sends no body for HEAD or a matching If-None-Match', async () => {
  const head = await get('/picture.avif', {}, 'HEAD')
  expect(head.headers.get('content-length')).toBe(String(PICTURE.length))
  expect((await head.arrayBuffer()).byteLength, 'bytes of the response to HEAD').toBe(0)
  const again = await get('/picture.avif', { 'If-None-Match': head.headers.get('etag') ?? '' })
  expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, POLICY])
  expect((await get('/picture.avif', { 'If-None-Match': '"autre"' })).status, 'status for another ETag').toBe(200)
})

it.each([
  ['/index.html', '/'],
  ['/page.html', '/page'],
  ['/page/?a=1', '/page?a=1'],
])('serves a file at one URL only: redirects %s to %s', async (asked, location) => {
  const { status, headers } = await get(asked)
  expect([status, headers.get('location'), headers.get('content-security-policy')]).toEqual([308, location, POLICY])
})

it.each(['/page/x', '/Page', '/page.html.br', '/404.html', '/404'])('returns 404 for %s', async (path) =>
  expect((await get(path)).status).toBe(404),
)

it('refuses other methods', async () => {
  const post = await get('/page', {}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('caches hashed files as immutable, and sends a Content-Security-Policy with documents only', async () => {
  const script = await get('/_astro/a.js')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('content-security-policy'), 'policy of a script').toBeNull()
  expect((await get('/_astro/a.svg')).headers.get('content-security-policy')).toBe(POLICY)
  const page = await get('/page')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-security-policy'), 'its own policy').toBe("script-src 'self'")
  expect((await get('/data.bin')).headers.get('content-type')).toBe('application/octet-stream')
})
