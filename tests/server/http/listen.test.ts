import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
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

it('listen rejects with one French line that names PORT if the port is in use', async () => {
  const [first, second] = [createServer(), createServer()]
  const port = await listen(first, { host: '127.0.0.1', port: 0 }, {})
  const refused = listen(second, { host: '127.0.0.1', port }, {})
  await expect(refused).rejects.toThrow(ExpectedError)
  await expect(refused).rejects.toThrow(new RegExp(`^PORT vaut ${port}, mais un autre programme .*\\.$`))
  first.close()
})

it('listen rejects with one French line that names HOST if the host is no address of this machine', async () => {
  const refused = listen(createServer(), { host: '192.0.2.1', port: 0 }, {})
  await expect(refused).rejects.toThrow(/^HOST vaut 192\.0\.2\.1, qui n’est pas une adresse de cette machine .*\.$/)
})

it('listen rejects a passed socket whose port is not PORT, because an upgrade checks PORT', async () => {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  /** Returns the output of a process to which the socket is passed. */
  const started = (PORT: number) => {
    const code = `import { createServer } from 'node:http'
import { listen } from './src/server/http/listen.ts'
const server = createServer()
console.log(await listen(server, { host: '127.0.0.1', port: ${PORT} }, { LISTEN_FDS: '1' }).catch((error) => error.message))
server.close()`
    const stdio = ['ignore', 'pipe', 'inherit', fd] as const
    return spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: [...stdio], encoding: 'utf8' })
      .stdout
  }
  expect(started(port), 'PORT is that of the socket').toBe(`${port}\n`)
  expect(started(0), 'PORT is 0').toBe(`${port}\n`)
  expect(started(1), 'PORT differs').toMatch(
    new RegExp(
      `^PORT vaut 1, mais hera.socket écoute sur le port ${port} : écrivez PORT=${port} dans /etc/hera/hera.env`,
    ),
  )
  socket.close()
})

it.each([
  ['nothing was passed', {}],
  ['the sockets are for another process', { LISTEN_FDS: '1', LISTEN_PID: '1' }],
  ['several were passed', { LISTEN_FDS: '2' }],
])('listen opens the configured address if %s', async (_, env) => {
  const server = createServer()
  expect(await listen(server, { host: '127.0.0.1', port: 0 }, env)).toBeGreaterThan(0)
  server.close()
})
