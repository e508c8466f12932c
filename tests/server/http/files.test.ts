import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUNDS, serverOptions } from '../../../src/server/http/bounds.ts'
import { loadStatic } from '../../../src/server/http/files.ts'
import { exchange, openWire } from '../../attacks/wire.ts'

/** More than the system takes for a visitor who does not read. */
const HUGE = Buffer.alloc(16 * 1024 * 1024, 'picture')
const LARGE = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31) % 251))

let server: Server
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-'))
  writeFileSync(join(folder, 'huge.avif'), HUGE)
  writeFileSync(join(folder, 'large.avif'), LARGE)
  writeFileSync(join(folder, 'small.avif'), LARGE.subarray(0, 100))
  const files = loadStatic(folder, [], {})
  // As a new build in the same folder would do.
  rmSync(folder, { recursive: true })
  server = createServer(serverOptions(BOUNDS), (req, res) => {
    if (!files.serve(req, res, req.url ?? '')) res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url() + path, { headers, method })
const body = async (response: Response) => Buffer.from(await response.arrayBuffer())

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** Bytes of files and connections that are held, without what only waits to be collected. */
const read = () => {
  collect()
  return process.memoryUsage().arrayBuffers
}

// First, while nothing else has been read.
it('a picture is not read ahead for requests that wait', async () => {
  const before = read()
  const wires = Array.from({ length: 20 }, () => {
    const wire = openWire(url())
    wire.socket.pause()
    wire.socket.write('GET /huge.avif HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16))
    return wire
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  // Before the wires hang up.
  await expect.poll(() => read() - before, { timeout: 3000 }).toBeLessThan(20 * 4 * 64 * 1024)
  for (const { socket } of wires) socket.destroy()
})

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

describe('a picture that a visitor leaves half-way', () => {
  const ask = (headers = '') => openWire(url(), `GET /huge.avif HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)

  it.each([
    ['whole', ''],
    ['in part', 'Range: bytes=1-\r\n'],
  ])('is there for the next one: %s', async (_, headers) => {
    for (let n = 0; n < 3; n++) {
      const { socket } = ask(headers)
      await once(socket, 'data')
      socket.destroy()
      await once(socket, 'close')
    }
    // The descriptors that would be free if one had been closed.
    const others = Array.from({ length: 3 }, () => openSync(import.meta.filename, 'r'))
    const answers = await Promise.all([get('/huge.avif').then(body), get('/large.avif').then(body)])
    for (const fd of others) closeSync(fd)
    expect(answers[0]?.equals(HUGE)).toBe(true)
    expect(answers[1]?.equals(LARGE)).toBe(true)
  })
})

describe('an answer from memory', () => {
  const request = (headers = '') => `GET /small.avif HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

  it.each([
    ['whole', ''],
    ['not modified', 'If-None-Match: ETAG\r\n'],
  ])('is byte for byte what Node writes: %s', async (_, condition) => {
    const etag = (await get('/small.avif', {}, 'HEAD')).headers.get('etag') ?? ''
    const headers = condition.replace('ETAG', etag)
    // Node itself writes what was asked for before an earlier answer is out, and what ends a connection.
    const bytes = request(headers).repeat(2) + request(`${headers}Connection: close\r\n`)
    const { text } = await exchange(url(), bytes)
    const [none, prepared, pipelined, last] = text.replace(/Date: .*/g, 'Date').split('HTTP/1.1 ')
    expect(none).toBe('')
    expect(prepared).toMatch(condition ? /^304 Not Modified\r\n/ : /^200 OK\r\n/)
    expect(prepared).toBe(pipelined)
    expect(prepared).toBe(last?.replace('Connection: close', `Connection: keep-alive\r\nKeep-Alive: timeout=65`))
  })

  it('is the last one on a connection that is to end', async () => {
    const { text, closed } = await exchange(url(), request('Connection: close\r\n') + request())
    expect(closed).toBe(true)
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(1)
  })

  it('carries the hour at which it was sent', async () => {
    const dates: number[] = []
    for (const pause of [0, 1100]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      dates.push(Date.parse((await get('/small.avif')).headers.get('date') ?? ''))
      expect(Math.abs((dates.at(-1) ?? 0) - Date.now())).toBeLessThan(2000)
    }
    expect(dates[1]).toBeGreaterThan(dates[0] as number)
  })
})
