import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Files, loadFiles } from '../../../src/server/http/files.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

const PICTURE = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 31) % 251))
const PAGE = '<!doctype html><title>Une page</title>'.padEnd(2000, ' ')

scratchFolder()
let files: Files
let server: Server
beforeEach(async () => {
  writeFileSync(join(folder, 'picture.avif'), PICTURE)
  writeFileSync(join(folder, 'page.html'), PAGE)
  writeFileSync(join(folder, 'page.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(folder, 'page.html.gz'), gzipSync(PAGE))
  writeFileSync(join(folder, 'index.html'), 'Accueil')
  writeFileSync(join(folder, 'data.bin'), 'octets')
  mkdirSync(join(folder, '_astro'))
  for (const name of ['a.js', 'a.svg']) writeFileSync(join(folder, '_astro', name), 'x')
  writeFileSync(join(folder, '404.html'), 'Introuvable')
  const ownPolicy = { key: 'content-security-policy', value: "script-src 'self'" }
  files = loadFiles(folder, [{ pathname: '/page', headers: [ownPolicy] }], { 'Content-Security-Policy': 'none' })
  // A new build in the same folder deletes the files too.
  rmSync(folder, { recursive: true })
  server = createServer((req, res) => {
    const target = new URL(req.url ?? '', 'http://x')
    if (!files.answer(req, res, target)) files.sendErrorPage(req, res, 404, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url() + path, { headers, method, redirect: 'manual' })

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
  expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, 'none'])
  expect((await get('/picture.avif', { 'If-None-Match': '"autre"' })).status, 'status for another ETag').toBe(200)
})

it.each([
  ['/index.html', '/'],
  ['/page.html', '/page'],
  ['/page/?a=1', '/page?a=1'],
])('serves a file at one URL only: redirects %s to %s', async (asked, location) => {
  const { status, headers } = await get(asked)
  expect([status, headers.get('location'), headers.get('content-security-policy')]).toEqual([308, location, 'none'])
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
  expect((await get('/_astro/a.svg')).headers.get('content-security-policy')).toBe('none')
  const page = await get('/page')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-security-policy'), 'its own policy').toBe("script-src 'self'")
  expect((await get('/data.bin')).headers.get('content-type')).toBe('application/octet-stream')
})
