import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startHeartbeat } from '../../../src/server/heartbeat.ts'
import type { Status } from '../../../src/server/state/part.ts'

const SECRET = '3f2a9c1e'
const INTERVAL_MS = 20

let fetched: string[]
let answer: number
let url: string
let printed: string
let server: ReturnType<typeof createServer>
let stop: () => void = () => undefined
beforeEach(async () => {
  fetched = []
  answer = 200
  printed = ''
  server = createServer((req, res) => {
    fetched.push(`${req.method} ${req.url}`)
    res.writeHead(answer).end('OK')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  server.close()
})

it('is heard at once and again and again while nothing needs a person', async () => {
  stop = startHeartbeat(url, () => 'warn', INTERVAL_MS)
  await expect.poll(() => fetched.length).toBeGreaterThan(2)
  expect(new Set(fetched)).toEqual(new Set([`GET /${SECRET}`]))
  expect(printed).toBe('')
})

it.each([
  ['something needs a person', (): Status => 'fail'],
  [
    'the state cannot be read',
    (): Status => {
      throw new Error('no')
    },
  ],
])('tells of a failure where %s', async (_, readStatus) => {
  stop = startHeartbeat(`${url}?rid=1`, readStatus, INTERVAL_MS)
  await expect.poll(() => fetched[0]).toBe(`GET /${SECRET}/fail?rid=1`)
})

it('tells of a failure below an address that ends with a slash, and nothing once it is stopped', async () => {
  stop = startHeartbeat(`${url}/`, () => 'fail', INTERVAL_MS)
  await expect.poll(() => fetched[0]).toBe(`GET /${SECRET}/fail`)
  stop()
  const before = fetched.length
  await new Promise((resolve) => setTimeout(resolve, 5 * INTERVAL_MS))
  // One may have been on its way.
  expect(fetched.length).toBeLessThanOrEqual(before + 1)
})

it('goes on when the service fails, and says so once, without its address', async () => {
  answer = 500
  stop = startHeartbeat(url, () => 'pass', INTERVAL_MS)
  await expect.poll(() => fetched.length).toBeGreaterThan(2)
  answer = 200
  await expect.poll(() => printed).toContain('heartbeat: the service answers again')
  server.closeAllConnections()
  server.close()
  await expect.poll(() => printed.match(/not heard/g)?.length).toBe(2)
  expect(printed).not.toContain(SECRET)
})
