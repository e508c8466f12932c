import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Files, loadFiles } from '../../../src/server/http/files.ts'
import { exchange } from '../../attacks/wire.ts'

const PICTURE = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 31) % 251))
const PAGE = '<!doctype html><title>Une page</title>'.padEnd(2000, ' ')

let files: Files
let server: Server
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-'))
  writeFileSync(join(folder, 'picture.avif'), PICTURE)
  writeFileSync(join(folder, 'page.html'), PAGE)
  writeFileSync(join(folder, 'page.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(folder, '404.html'), 'Introuvable')
  const ownPolicy = { key: 'content-security-policy', value: "script-src 'self'" }
  files = loadFiles(folder, [{ pathname: '/page', headers: [ownPolicy] }], { 'Content-Security-Policy': 'none' })
  // As a new build in the same folder does.
  rmSync(folder, { recursive: true })
  server = createServer((req, res) => {
    const target = new URL(req.url ?? '', 'http://x')
    if (!files.answer(req, res, target)) files.sendErrorPage(req, res, 404, 404)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url() + path, { headers, method, redirect: 'manual' })

it('answers many visitors at once when the files are gone', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, async () => Buffer.from(await (await get('/picture.avif')).arrayBuffer())),
  )
  for (const one of all) expect(one.equals(PICTURE)).toBe(true)
})

it('compresses where the visitor accepts it, with a validator for each encoding', async () => {
  const plain = await get('/page', { 'Accept-Encoding': 'identity' })
  const br = await get('/page', { 'Accept-Encoding': 'gzip, br' })
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(br.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  expect([await plain.text(), await br.text()]).toEqual([PAGE, PAGE])
})

it('sends nothing again while it is the same, nor to HEAD', async () => {
  const head = await get('/picture.avif', {}, 'HEAD')
  expect(head.headers.get('content-length')).toBe(String(PICTURE.length))
  expect((await head.arrayBuffer()).byteLength).toBe(0)
  const again = await get('/picture.avif', { 'If-None-Match': head.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await get('/picture.avif', { 'If-None-Match': '"autre"' })).status).toBe(200)
})

it('sends the policy of the page in place of the common one', async () => {
  expect((await get('/page')).headers.get('content-security-policy')).toBe("script-src 'self'")
  expect((await get('/picture.avif')).headers.get('content-security-policy')).toBe('none')
})

it('redirects other spellings, refuses other methods and shows error pages only as errors', async () => {
  expect((await get('/page.html')).headers.get('location')).toBe('/page')
  expect((await get('/page/?a=1')).headers.get('location')).toBe('/page?a=1')
  const post = await get('/page', {}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const missing = await get('/404')
  expect([missing.status, await missing.text()]).toEqual([404, 'Introuvable'])
})

it('answers the next visitor after one who left half-way', async () => {
  const { text } = await exchange(url(), 'GET /picture.avif HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(text).toContain('HTTP/1.1 200')
  expect((await get('/picture.avif')).status).toBe(200)
})
