import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startHeartbeat } from '../../../../src/server/operations/heartbeat.ts'
import { catchOutput, written } from '../../../support/caught-output.ts'

const URL = 'https://hc-ping.example/3f2a9c1e'
const INTERVAL_MS = 20

catchOutput()
const fetched = vi.fn<typeof fetch>()
let stop: () => void = () => undefined
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => new Response('OK'))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('the heartbeat is silent while a part fails or the state cannot be read', async () => {
  const states = ['fail', 'unreadable', 'pass'] as const
  let asked = 0
  const read = () => {
    const state = states[asked++] ?? 'fail'
    if (state === 'unreadable') throw new Error('no')
    return state
  }
  stop = startHeartbeat(URL, read, INTERVAL_MS)
  await expect.poll(() => asked, { message: 'readings of the state' }).toBeGreaterThan(5)
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([URL])
})

it('the heartbeat continues if the service fails, and logs each failure without the URL', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 500 }))
  stop = startHeartbeat(URL, () => 'pass', INTERVAL_MS)
  await expect.poll(() => fetched.mock.calls.length, { message: 'calls' }).toBeGreaterThan(2)
  expect(written.out).toContain('heartbeat: call failed (500)')
  fetched.mockRejectedValue(new TypeError(`no answer of ${URL}`))
  await expect.poll(() => written.out, { message: 'log' }).toContain('heartbeat: call failed (TypeError)')
  expect(written.out).not.toContain('3f2a9c1e')
})
