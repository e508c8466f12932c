import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { APIContext } from 'astro'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET } from '../../../src/pages/api/health.ts'
import { isServed } from '../../../src/server/database/serving-lock.ts'
import { SESSIONS_OF_NETWORK } from '../../contract/figures.ts'
import { valid } from '../../support/samples.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Number of requests that one network may make at once. */
const BURST = 300

let site: Site
beforeAll(async () => {
  site = await openSite({ TRUSTED_PROXIES: '1' })
})
afterAll(() => site?.close())

const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })

it.each([
  [true, 200, 'ok'],
  [false, 503, 'error'],
])('GET /api/health names the commit, and whether writes reach the disk: %s', async (isWell, status, said) => {
  const locals = { services: { isWell: () => isWell, commit: '1a2b3c4' }, address: '192.0.2.1' }
  const answer = await GET({ locals } as unknown as APIContext)
  expect([answer.status, await answer.json()]).toEqual([status, { status: said, commit: '1a2b3c4' }])
})

it('a running site holds the lock that refuses a restore', () => expect(isServed(site.databasePath)).toBe(true))

const post = (body: string, headers = {}) =>
  fetch(`${site.url}/api/presence`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
const sign = (session: string, headers = {}) => post(JSON.stringify({ session }), headers)

describe('POST /api/presence', () => {
  it('counts each session once and is not cached', async () => {
    const session = randomUUID()
    const first = await sign(session)
    expect(first.status, 'status of the first request').toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const { count } = await first.json()
    expect(await (await sign(session.toUpperCase())).json()).toEqual({ count })
    expect(await (await sign(randomUUID())).json()).toEqual({ count: count + 1 })
  })

  it.each<[string, string, object?]>([
    ['no session', '{}'],
    ['no UUID', '{"session":"abc"}'],
    ['bad JSON', '{'],
    ['a form', `session=${randomUUID()}`, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('responds 422 to %s', async (_, body, headers) => expect((await post(body, headers)).status).toBe(422))

  it('limits one address that invents sessions, and no other', async () => {
    const from = (address: string) => sign(randomUUID(), { 'X-Forwarded-For': address })
    const signs = Array.from({ length: 2 * BURST }, () => from('192.0.2.1'))
    const statuses = (await Promise.all(signs)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length, 'counted requests').toBeGreaterThanOrEqual(BURST)
    expect(statuses).toContain(429)
    const health = await fetch(`${site.url}/api/health`, { headers: { 'X-Forwarded-For': '192.0.2.1' } })
    expect(health.status, 'monitoring from the same address').toBe(200)
    const other = await from('192.0.2.2')
    expect(other.status, 'status for another address').toBe(200)
    // At most the sessions of the tests above and of the first address, and one of the second.
    expect((await other.json()).count).toBeLessThanOrEqual(SESSIONS_OF_NETWORK * 2 + 1)
  })
})

it('security headers are on every response, with no inline exception in the policy, no cookie and no server name', async () => {
  const pages = ['/', '/contact', '/nulle-part', '/merci/contact', '/contact/', '/formulaires/contact']
  for (const path of [...pages, '/favicon.svg', '/api/health', '/bureau/']) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).not.toContain('unsafe')
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), `referrer-policy of ${path}`).toBeTruthy()
    expect(headers.get('set-cookie'), `cookie of ${path}`).toBeNull()
    expect(headers.get('server') ?? headers.get('x-powered-by'), `name of the server on ${path}`).toBeNull()
  }
})

it('the server process logs requests without personal data, and omits those of /api', async () => {
  for (const path of ['/api/health', '/api/metrics', '/api/presence']) await get(path)
  const body = new URLSearchParams({ ...valid.contact, message: 'Secret de journal' })
  await fetch(`${site.url}/formulaires/contact?email=lea@exemple.fr`, { method: 'POST', body, redirect: 'manual' })
  await get('/inconnu?email=lea@exemple.fr')
  await expect.poll(() => site.output()).toMatch(/POST \/formulaires\/contact 303 \d+ms/)
  expect(site.output()).not.toMatch(/lea@exemple|Secret|127\.0\.0\.1/)
  expect(site.output()).not.toContain('/api/')
})

it('the server does not start if SITE_URL differs from that of the build', () => {
  const env = { PATH: process.env.PATH, PORT: '0', SITE_URL: 'https://autre.example' }
  const { status, stderr } = spawnSync(process.execPath, ['server.mjs'], { env, encoding: 'utf8' })
  expect(status, 'exit code').toBe(1)
  expect(stderr).toContain('reconstruisez-le')
})
