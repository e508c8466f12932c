import { createServer } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { ExpectedError } from '../../../src/server/expected-error.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { inParallel, post, send } from '../../attacks/attack.ts'
import { valid } from '../../support/samples.ts'
import { openSupervised, type SupervisedSite } from '../../support/supervised.ts'

let site: SupervisedSite | undefined
afterEach(async () => void (await site?.close()))

const PAGES = 300
const FORMS = 60

it('the server uses the socket passed by systemd, and loses no request during a restart', async () => {
  site = await openSupervised({ TRUSTED_PROXIES: '1' })
  const { url } = site
  const statuses: Record<string, number> = {}
  const note = async (answer: Promise<{ status: number }>) => {
    const { status } = await answer.catch(({ code }) => ({ status: code }))
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  let restarting = true
  const restart = site.restart().finally(() => {
    restarting = false
  })
  await inParallel(PAGES, 8, async (n) => {
    await note(
      n % (PAGES / FORMS) === 0
        ? post(url, 'contact', { ...valid.contact, message: `Envoi ${n}` }, `10.0.0.${n % 250}`)
        : send(`${url}/faq`),
    )
    if (restarting) await new Promise((resolve) => setTimeout(resolve, 40))
  })
  await restart
  expect(statuses).toEqual({ 200: PAGES - FORMS, 201: FORMS })
  expect(site.rows('contact_messages'), 'stored forms').toHaveLength(FORMS)
})

it('listen rejects with one French line that names PORT or HOST', async () => {
  const [first, second] = [createServer(), createServer()]
  const port = await listen(first, { host: '127.0.0.1', port: 0 }, {})
  const refused = listen(second, { host: '127.0.0.1', port }, {})
  await expect(refused).rejects.toThrow(ExpectedError)
  await expect(refused).rejects.toThrow(new RegExp(`^PORT vaut ${port}, mais un autre programme .*\\.$`))
  first.close()
  const elsewhere = listen(createServer(), { host: '192.0.2.1', port: 0 }, {})
  await expect(elsewhere).rejects.toThrow(/^HOST vaut 192\.0\.2\.1, qui n’est pas une adresse de cette machine .*\.$/)
  const unnamed = createServer()
  vi.spyOn(unnamed, 'listen').mockReturnValue(unnamed)
  const nobody = listen(unnamed, { host: 'hera', port: 0 }, {})
  unnamed.emit('error', Object.assign(new Error('no name server answers'), { code: 'EAI_AGAIN' }))
  await expect(nobody).rejects.toThrow(/^HOST vaut hera, /)
})

it('listen opens the configured address if no socket is passed to this process', async () => {
  for (const env of [{}, { LISTEN_FDS: '1', LISTEN_PID: '1' }]) {
    const server = createServer()
    expect(await listen(server, { host: '127.0.0.1', port: 0 }, env)).toBeGreaterThan(0)
    server.close()
  }
})
