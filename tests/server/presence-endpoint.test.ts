import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSIONS_OF_NETWORK } from '../contract/figures.ts'
import { openSite, type Site } from '../site.ts'

/** Calls that one network may make at once. */
const BURST = 300

let site: Site
beforeAll(async () => {
  site = await openSite({ TRUSTED_PROXIES: '1' })
})
afterAll(() => site?.close())

const JSON_TYPE = { 'Content-Type': 'application/json' }
const post = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`${site.url}/api/presence`, { method: 'POST', body, headers })
const sign = (session: unknown, headers = {}) => post(JSON.stringify({ session }), { ...JSON_TYPE, ...headers })

describe('POST /api/presence', () => {
  it('counts each session once and is not kept by anyone', async () => {
    const session = randomUUID()
    const first = await sign(session)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const { count } = await first.json()
    expect(await (await sign(session.toUpperCase())).json()).toEqual({ count })
    expect(await (await sign(randomUUID())).json()).toEqual({ count: count + 1 })
  })

  it('hands out an identifier in a header, and none to a browser that goes on with it', async () => {
    const given = (await sign(randomUUID())).headers.get('hera-session')
    const again = await sign(given)
    expect(again.status).toBe(200)
    expect(again.headers.has('hera-session')).toBe(false)
  })

  it.each([
    ['no session', '{}'],
    ['a number', '{"session":1}'],
    ['no UUID', '{"session":"abc"}'],
    ['a list', '["a"]'],
    ['bad JSON', '{'],
    ['nothing', ''],
    ['a body too large', JSON.stringify({ session: randomUUID(), more: 'x'.repeat(5000) })],
  ])('answers 422 to %s', async (_, body) => {
    expect((await post(body)).status).toBe(422)
  })

  it('answers 422 to a body that is not JSON, even with the right name', async () => {
    const body = `session=${randomUUID()}`
    expect((await post(body, { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(422)
    expect((await post(body, { 'Content-Type': 'text/plain' })).status).toBe(422)
  })

  it('answers 403 to another site', async () => {
    expect((await sign(randomUUID(), { Origin: 'https://ailleurs.example' })).status).toBe(403)
    expect((await sign(randomUUID(), { Origin: site.url })).status).toBe(200)
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('answers 405 to %s', async (method) => {
    const response = await fetch(`${site.url}/api/presence`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  it('stops one address that invents sessions, and no other', async () => {
    const from = (address: string) => sign(randomUUID(), { 'X-Forwarded-For': address })
    const signs = Array.from({ length: 2 * BURST }, () => from('192.0.2.1'))
    const statuses = (await Promise.all(signs)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(BURST)
    expect(statuses).toContain(429)
    const other = await from('192.0.2.2')
    expect(other.status).toBe(200)
    // As many as may be for the tests above and for the first address, one for the second.
    expect((await other.json()).count).toBeLessThanOrEqual(SESSIONS_OF_NETWORK.perAddress * 2 + 1)
  })

  it('writes no line of log: there would be one every five seconds for each visit', () => {
    expect(site.output()).not.toContain('presence')
  })
})
