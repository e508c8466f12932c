import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { send } from '../../attacks/attack.ts'
import { attackLimits } from '../../attacks/limits.ts'
import { openLocalSite } from '../../attacks/local-site.ts'

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
})

it('keeps a bounded memory', () => {
  expect(attackLimits(100_000).faults).toEqual([])
})
