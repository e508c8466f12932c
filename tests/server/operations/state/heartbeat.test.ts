import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startHeartbeat } from '../../../../src/server/operations/heartbeat.ts'
import { catchOutput, written } from '../../../support/caught-output.ts'

const SECRET = '3f2a9c1e'
const INTERVAL_MS = 20
const LONG_MS = 300_000

catchOutput()
let fetched: string[]
let answer: number
/** Delays the responses. */
let mayAnswer: Promise<void>
let url: string
let server: ReturnType<typeof createServer>
let stop: () => void = () => undefined
beforeEach(async () => {
  fetched = []
  answer = 200
  mayAnswer = Promise.resolve()
  server = createServer(async (req, res) => {
    fetched.push(`${req.method} ${req.url}`)
    await mayAnswer
    res.writeHead(answer).end('OK')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  server.close()
})

it('the heartbeat calls the URL at once and at intervals while nothing requires action', async () => {
  stop = startHeartbeat(url, () => 'warn', INTERVAL_MS)
  await expect.poll(() => fetched.length, { message: 'calls' }).toBeGreaterThan(2)
  expect(new Set(fetched)).toEqual(new Set([`GET /${SECRET}`]))
  expect(written.out).toBe('')
})

it('the heartbeat is silent while a part fails or the state cannot be read', async () => {
  const states = ['fail', 'unreadable', 'pass'] as const
  let asked = 0
  stop = startHeartbeat(
    url,
    () => {
      const state = states[asked++] ?? 'fail'
      if (state === 'unreadable') throw new Error('no')
      return state
    },
    INTERVAL_MS,
  )
  await expect.poll(() => asked, { message: 'readings of the state' }).toBeGreaterThan(5)
  expect(fetched).toHaveLength(1)
})

it.each([
  ['between two calls', true],
  ['before the service responds', false],
])('the heartbeat makes no call after it is stopped %s', async (_, answered) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  mayAnswer = promise
  answer = 500
  // Each expect.poll below advances this clock by 50 ms.
  stop = startHeartbeat(url, () => 'pass', LONG_MS)
  await expect.poll(() => fetched).toHaveLength(1)
  if (!answered) stop()
  resolve()
  // Logged after the response; the next call would be scheduled from here.
  await expect.poll(() => written.out).toContain('call failed (500)')
  if (answered) stop()
  const ask = vi.spyOn(globalThis, 'fetch')
  vi.advanceTimersByTime(LONG_MS)
  expect(ask).not.toHaveBeenCalled()
})

it('the heartbeat continues if the service fails, and logs each failure without the URL', async () => {
  answer = 500
  stop = startHeartbeat(url, () => 'pass', INTERVAL_MS)
  await expect.poll(() => fetched.length, { message: 'calls' }).toBeGreaterThan(2)
  expect(written.out).toContain('heartbeat: call failed (500)')
  server.closeAllConnections()
  server.close()
  await expect.poll(() => written.out, { message: 'log' }).toContain('heartbeat: call failed (TypeError)')
  expect(written.out).not.toContain(SECRET)
})
