import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startHeartbeat } from '../../../../src/server/operations/heartbeat.ts'
import { catchOutput, written } from '../../../support/caught-output.ts'

const SECRET = '3f2a9c1e'
const INTERVAL_MS = 20

catchOutput()
let fetched: string[]
let answer: number
let url: string
let server: ReturnType<typeof createServer>
let stop: () => void = () => undefined
beforeEach(async () => {
  fetched = []
  answer = 200
  server = createServer((req, res) => {
    fetched.push(`${req.method} ${req.url}`)
    res.writeHead(answer).end('OK')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}`
})
afterEach(() => {
  stop()
  server.close()
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
