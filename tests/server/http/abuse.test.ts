import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HIDDEN } from '../../../src/forms/envelope.ts'
import { createRateLimits } from '../../../src/server/http/rate-limit.ts'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { addressOf, inParallel, post, send } from '../../attacks/attack.ts'
import { attackLimits } from '../../attacks/limits.ts'
import { openLocalSite } from '../../attacks/local-site.ts'
import { ambassador, valid } from '../../samples.ts'
import { openSite, type Site } from '../../site.ts'

/** Submissions of one e-mail address that are taken at once. */
const MAILBOX_BURST = 100

describe('headers', () => {
  it('are on every answer of a site behind TLS, HSTS among them', async () => {
    const site = await openLocalSite({}, 'https://www.hera.example')
    for (const [path, status, headers] of [
      ['/terms', 200, {}],
      ['/nulle-part', 404, {}],
      ['/contact/', 308, {}],
      ['/formulaires/contact', 303, {}],
      ['/merci/contact', 200, {}],
      ['/icon-192.png', 200, {}],
      ['/api/health', 200, {}],
    ] as [string, number, Record<string, string>][]) {
      const reply = await send(site.url + path, { headers })
      expect(reply.status, path).toBe(status)
      for (const name of Object.keys(securityHeaders('https://x')))
        expect(reply.headers, path).toHaveProperty(name.toLowerCase())
    }
    const { etag } = (await send(`${site.url}/terms`)).headers
    const same = await send(`${site.url}/terms`, { headers: { 'If-None-Match': String(etag) } })
    expect(same.status).toBe(304)
    expect(same.headers).toHaveProperty('strict-transport-security')
    await site.close()
  })

  it('of a font are those that mean something for a font', async () => {
    const site = await openLocalSite({}, 'https://www.hera.example')
    const [font = ''] = /\/_astro\/fonts\/[\w.]+/.exec((await send(`${site.url}/terms`)).text) ?? []
    const { status, headers } = await send(site.url + font)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.any(String),
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(headers).not.toHaveProperty('content-security-policy')
    await site.close()
  })
})

describe('limits', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ TRUSTED_PROXIES: '1' })
  })
  afterAll(() => site?.close())

  it('stop one e-mail address that comes from everywhere, whether it is on the list or not', async () => {
    const email = 'Victime@exemple.fr'
    const statuses: number[] = []
    await inParallel(MAILBOX_BURST + 10, 8, async (n) => {
      const form = n % 2 ? 'waitlist' : 'newsletter'
      statuses.push((await post(site.url, form, { email: n % 3 ? email : email.toLowerCase() }, addressOf(n))).status)
    })
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(MAILBOX_BURST)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await post(site.url, 'waitlist', { email: 'autre@exemple.fr' }, addressOf(999))).status).toBe(201)
    expect(site.rows('waitlist_signups')).toHaveLength(2)
  })

  it('do not count what is not stored against an e-mail address', async () => {
    const wrong = { ...valid.contact, email: 'erreur@exemple.fr', message: '' }
    await inParallel(MAILBOX_BURST + 5, 8, async (n) => {
      expect((await post(site.url, 'contact', wrong, addressOf(5000 + n))).status).toBe(422)
    })
    expect((await post(site.url, 'contact', { ...wrong, message: 'Juste' }, addressOf(9000))).status).toBe(201)
  })

  it('count an IPv6 subscriber by the /64', async () => {
    const from = (n: number) => `2001:db8:7:7:${n.toString(16)}::${n.toString(16)}`
    const statuses: number[] = []
    for (let n = 1; n <= 32; n++) statuses.push((await post(site.url, 'contact', {}, from(n))).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await post(site.url, 'contact', {}, '2001:db8:7:8::1')).status).toBe(422)
  })

  it('mark what looks automatic and show success all the same', async () => {
    const trapped = { ...valid.contact, message: 'Pris au piège', [HIDDEN.trap]: 'x' }
    const fast = { ...ambassador, email: 'rapide@exemple.fr', [HIDDEN.elapsed]: '5' }
    expect((await post(site.url, 'contact', trapped, '10.99.0.1')).status).toBe(201)
    expect((await post(site.url, 'ambassador', fast, '10.99.0.2')).status).toBe(201)
    const marks = (table: string) => site.rows<{ suspected_spam: number }>(table).map((row) => row.suspected_spam)
    expect(marks('contact_messages')).toContain(1)
    expect(marks('ambassador_applications')).toEqual([1])
  })

  it('keep a bounded memory', () => {
    expect(attackLimits(100_000).faults).toEqual([])
    const { mailbox: limiter } = createRateLimits(() => new Date(0))
    for (let n = 0; n < MAILBOX_BURST; n++) limiter.take('a@exemple.fr')
    expect(limiter.take('A@EXEMPLE.fr')).toBeGreaterThan(0)
  })
})
