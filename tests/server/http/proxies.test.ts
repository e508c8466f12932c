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

  const post = async (form: Record<string, unknown>, from?: string) =>
    (await proxy.ask({ path: '/formulaires/contact', form, ...(from && { from }) })).statusCode

  it.skipIf(!run)(
    'a form is stored and limited in size, and the rate limit is of the visitor’s own address',
    async () => {
      expect(await post({ ...valid.contact }), 'status of the form').toBe(303)
      expect(proxy.rows('contact_messages'), 'stored messages').toHaveLength(1)
      expect(await post({ message: 'a'.repeat(100_000) }), 'status above 64 KiB').toBe(413)
      // More than the limit, which refills a little while a slow machine sends.
      expect(await Promise.all(Array.from({ length: 150 }, () => post({})))).toContain(429)
      expect(await post({}, '127.0.0.2'), 'status for another visitor').toBe(422)
    },
  )

  it.skipIf(!run)('a restart delays pages, confirms no form that was not stored, and logs no visitor', async () => {
    const from = '127.0.0.6'
    const link = { path: `/confirmation/${TOKEN}`, from }
    const redirect = await proxy.ask({ ...link, plain: true })
    expect(redirect.headers.location).toBe(`https://www.${NAME}${link.path}`)
    await proxy.ask(link)
    const before = proxy.rows('contact_messages').length
    await proxy.stopSite()
    const page = proxy.ask(link)
    const form = post({ ...valid.contact, message: 'Pendant' }, from)
    // Without hera.socket, nginx cannot wait, and Caddy 2.6 does not send a body again.
    if (name === 'nginx') expect((await page).statusCode, 'the page while the site is down').toBe(503)
    await proxy.restartSite()
    if (name === 'caddy') expect((await page).statusCode, 'the page once the site is back').toBe(404)
    const status = await form
    expect(name === 'nginx' ? [503] : [303, 503], 'the form').toContain(status)
    expect(await post({ ...valid.contact, message: 'Rechargé' }, from), 'the form sent again').toBe(303)
    expect(proxy.rows('contact_messages'), 'stored messages').toHaveLength(before + (status === 303 ? 2 : 1))
    for (const secret of [TOKEN, from]) expect(proxy.written()).not.toContain(secret)
  })
})
