import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HIDDEN } from '../../../src/forms/envelope.ts'
import { clientAddress } from '../../../src/server/http/client-address.ts'
import { isOwnOrigin } from '../../../src/server/http/origin.ts'
import { createRateLimits } from '../../../src/server/http/rate-limit.ts'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { addressOf, inParallel, post, send } from '../../attacks/attack.ts'
import { attackLimits } from '../../attacks/limits.ts'
import { openLocalSite } from '../../attacks/local-site.ts'
import { ambassador, valid } from '../../samples.ts'
import { openSite, type Site } from '../../site.ts'

/** Submissions of one e-mail address that are taken at once. */
const MAILBOX_BURST = 100

describe('the address of a visitor', () => {
  it.each([
    [0, '198.51.100.1', '192.0.2.99'],
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [2, '1.1.1.1, 198.51.100.1, 203.0.113.5', '198.51.100.1'],
    [2, '198.51.100.1', '192.0.2.99'],
    [1, '', '192.0.2.99'],
    [1, 'unknown', '192.0.2.99'],
    [1, '1.1.1.1, <script>', '192.0.2.99'],
    [1, `1.1.1.1, ${'9'.repeat(5000)}`, '192.0.2.99'],
    [1, '999.1.1.1', '192.0.2.99'],
    [1, '198.51.100.1:40000', '198.51.100.1'],
    [1, '[2001:db8::1]:40000', '2001:db8::1'],
    [1, ',,, ,198.51.100.1,', '198.51.100.1'],
  ])('behind %i proxies, «%.40s» is %s', (proxies, forwarded, address) => {
    expect(clientAddress('192.0.2.99', forwarded, proxies)).toBe(address)
  })
})

describe('the own origin', () => {
  it.each([
    ['behind a proxy that ends TLS', 'https://www.hera.example', 'www.hera.example', true],
    ['behind a proxy that hides the host', 'https://www.hera.example', '127.0.0.1:4321', true],
    ['on another port', 'http://localhost:5000', 'localhost:5000', true],
    ['by number', 'http://127.0.0.1:4321', '127.0.0.1:4321', true],
    ['with the port of https spelt out', 'https://www.hera.example', 'www.hera.example:443', true],
    ['by name while asked by number', 'http://localhost:4321', '127.0.0.1:4321', false],
    ['from another port', 'http://localhost:5001', 'localhost:5000', false],
    ['from a name that begins alike', 'https://www.hera.example.mal.example', 'www.hera.example', false],
    ['from a neighbour', 'https://blog.hera.example', 'www.hera.example', false],
    ['from a name with a user', 'https://www.hera.example@mal.example', 'www.hera.example', false],
    ['from a sandbox', 'null', 'www.hera.example', false],
  ])('%s', (_, origin, host, own) => {
    expect(isOwnOrigin(new Headers({ origin, host }), 'https://www.hera.example')).toBe(own)
  })
})

describe('headers', () => {
  it('say HSTS when the site is behind TLS, and only then', async () => {
    expect(securityHeaders('http://localhost:4321')).not.toHaveProperty('Strict-Transport-Security')
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
