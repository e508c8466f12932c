import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canRun, NAME, type OpenProxy, openProxy, type ProxyName } from '../../support/proxies.ts'
import { valid } from '../../support/samples.ts'

const TOKEN = 'jeton-secret-4f2a'
const PROXIES: ProxyName[] = ['caddy', 'nginx']

describe.each(PROXIES)('behind %s', (name) => {
  const run = canRun(name)
  let proxy: OpenProxy

  beforeAll(async () => {
    if (run) proxy = await openProxy(name)
  })
  afterAll(() => proxy?.close())

  const post = (form: Record<string, unknown> | undefined, from?: string) =>
    proxy.ask({ path: '/formulaires/contact', form, from })

  it.skipIf(!run)('a form is stored, and the rate limit applies to the visitor’s own address', async () => {
    expect((await post(valid.contact)).status, 'status of the form').toBe(303)
    expect(proxy.site.rows('contact_messages'), 'stored messages').toHaveLength(1)
    // More than the limit, which refills a little while a slow machine sends.
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await post({})).status))
    expect(statuses).toContain(429)
    expect((await post({}, '127.0.0.2')).status, 'status for another visitor').toBe(422)
  })

  it.skipIf(!run)('every other origin redirects to https with www', async () => {
    const ask = async (scheme: 'http' | 'https', host: string) => {
      const { status, headers } = await proxy.ask({ scheme, host, path: '/faq?a=b' })
      return `${status} ${headers.location}`
    }
    const home = `308 https://www.${NAME}/faq?a=b`
    expect(await ask('http', `www.${NAME}`)).toBe(home)
    expect(await ask('https', NAME)).toBe(home)
    // Caddy goes to https first.
    expect([home, `308 https://${NAME}/faq?a=b`]).toContain(await ask('http', NAME))
  })

  it.skipIf(!run)('another host name gets no page', async () => {
    await expect(proxy.ask({ scheme: 'https', host: 'autre.test' })).rejects.toThrow()
    const answer = await proxy.ask({ scheme: 'http', host: 'autre.test' }).catch(() => undefined)
    expect([undefined, 308]).toContain(answer?.status)
  })

  it.skipIf(!run)('a body above 64 KiB gets the error page of the site, and the next request is handled', async () => {
    const from = '127.0.0.5'
    expect((await post({ message: 'a'.repeat(100_000) }, from)).status, 'status of the body').toBe(413)
    // Caddy streams the body: it may miss the response of a site that closes the connection meanwhile.
    expect([413, 503]).toContain((await post({ message: 'a'.repeat(2_000_000) }, from)).status)
    expect((await post({}, from)).status, 'status of the next request').toBe(422)
  })

  it.skipIf(!run)('a restart delays pages, confirms no form that was not stored, and logs no token', async () => {
    const askWithTokens = async () => {
      for (const page of ['confirmation', 'desinscription', 'bureau'])
        for (const scheme of ['http', 'https'] as const)
          await proxy.ask({ scheme, path: `/${page}/${TOKEN}`, from: '127.0.0.6' })
      await proxy.ask({ path: '/favicon.svg', headers: { Referer: `https://www.${NAME}/confirmation/${TOKEN}` } })
    }
    await askWithTokens()
    const before = proxy.site.rows('contact_messages').length
    await proxy.stopSite()
    const tokens = askWithTokens()
    const page = proxy.ask({ path: '/faq', from: '127.0.0.7' })
    const form = post({ ...valid.contact, message: 'Pendant' }, '127.0.0.7')
    // Without hera.socket, nginx cannot wait, and Caddy 2.6 does not send a body again.
    if (name === 'nginx') expect((await page).status, 'the page while the site is down').toBe(503)
    await proxy.restartSite()
    if (name === 'caddy') expect((await page).status, 'the page once the site is back').toBe(200)
    const { status } = await form
    expect(name === 'nginx' ? [503] : [303, 503], 'the form').toContain(status)
    expect((await post({ ...valid.contact, message: 'Rechargé' }, '127.0.0.7')).status, 'the form sent again').toBe(303)
    expect(proxy.site.rows('contact_messages'), 'stored messages').toHaveLength(before + (status === 303 ? 2 : 1))
    await tokens
    expect(proxy.written()).not.toContain(TOKEN)
    expect(proxy.written()).not.toContain('127.0.0.6')
  })
})
