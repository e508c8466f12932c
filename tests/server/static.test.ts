import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadStatic } from '../../src/server/http/static.ts'

const LARGE = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31) % 251))

let server: Server
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-'))
  writeFileSync(join(folder, 'large.avif'), LARGE)
  writeFileSync(join(folder, 'small.avif'), LARGE.subarray(0, 100))
  const files = loadStatic(folder, [], {})
  // As a new build in the same folder would do.
  rmSync(folder, { recursive: true })
  server = createServer((req, res) => {
    if (!files.serve(req, res, req.url ?? '')) res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers, method })
const body = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe.each([
  ['/large.avif', LARGE],
  ['/small.avif', LARGE.subarray(0, 100)],
])('%s', (path, bytes) => {
  it('is answered whole, several times at once, when its file is gone', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => get(path).then(body)))
    for (const one of all) expect(one.equals(bytes)).toBe(true)
  })

  it('is answered in parts', async () => {
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 10],
      ['bytes=50-', 50, bytes.length],
      ['bytes=-10', bytes.length - 10, bytes.length],
      [`bytes=20-${bytes.length + 5}`, 20, bytes.length],
    ] as const) {
      const part = await get(path, { Range: range })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${bytes.length}`)
      expect((await body(part)).equals(bytes.subarray(start, end)), range).toBe(true)
    }
    expect((await get(path, { Range: `bytes=${bytes.length}-` })).status).toBe(416)
  })

  it('is not sent again while it is the same, nor to HEAD', async () => {
    const head = await get(path, {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    const again = await get(path, { 'If-None-Match': head.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(await body(again)).toHaveLength(0)
  })
})
