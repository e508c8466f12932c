import { on } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { steadyClock } from '../../../src/server/clock.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../src/server/http/connection-limits.ts'
import { drainOnSignal } from '../../../src/server/http/drain.ts'
import { loadFiles } from '../../../src/server/http/files.ts'
import { createRateLimit } from '../../../src/server/http/rate-limit.ts'
import { type AstroHandler, createHttpServer } from '../../../src/server/http/server.ts'
import type { Services } from '../../../src/server/services.ts'
import { exchange, openWire } from '../../attacks/wire.ts'

const HEADERS = { 'X-Common': 'yes' }
const SERVICES = {
  siteUrl: 'https://hera.example',
  limit: createRateLimit(steadyClock),
} as Services

let servers: Server[]
let written: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  servers = []
  written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
  written.mockRestore()
})

/** Serves the given files and otherwise the response of the handler, behind one trusted proxy. */
async function serve(
  handler: AstroHandler,
  { files = {}, limits = {} }: { files?: Record<string, string>; limits?: Partial<ConnectionLimits> } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hera-still-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const server = createHttpServer({
    files: loadFiles(folder, [], HEADERS),
    handler,
    services: SERVICES,
    headers: HEADERS,
    trustedProxies: 1,
    limits: { ...CONNECTION_LIMITS, ...limits },
  })
  rmSync(folder, { recursive: true })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ERROR_PAGES = { '404.html': 'Introuvable', '500.html': 'Incident' }
const HTML = { Accept: 'text/html' }
const GET = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n'
/** Request after which the connection is closed. */
const LAST = 'GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const ask = async (url: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const response = await fetch(url, { ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Returns a handler whose responses wait until the test ends them. */
function hold() {
  const held: ServerResponse[] = []
  const handler: AstroHandler = (_, res) => void held.push(res)
  return { held, handler }
}

describe('request to Astro’s handler', () => {
  it('gets the services, the visitor’s address and the error pages as locals', async () => {
    const locals: App.Given[] = []
    const url = await serve(
      (_, res, __, given) => {
        locals.push(given)
        res.end('page')
      },
      { files: ERROR_PAGES },
    )
    const { text } = await ask(`${url}/merci/contact`, { 'X-Forwarded-For': '1.1.1.1, 198.51.100.7' })
    expect(text).toBe('page')
    await ask(`${url}/merci/contact`)
    expect(locals.map(({ address }) => address)).toEqual(['198.51.100.7', '127.0.0.1'])
    expect(locals[0]?.services).toBe(SERVICES)
    const page = locals[0]?.errorPage?.(500)
    expect([page?.status, await page?.text(), page?.headers.get('x-common')]).toEqual([500, 'Incident', 'yes'])
    expect(locals[0]?.errorPage?.(404)?.status).toBe(404)
  })

  it('gets its whole body', async () => {
    const bodies: unknown[] = []
    const url = await serve((req, res) => {
      bodies.push(String(Reflect.get(req, 'body')))
      res.end()
    })
    await ask(`${url}/formulaires/contact`, {}, { method: 'POST', body: 'name=L%C3%A9a' })
    expect(bodies).toEqual(['name=L%C3%A9a'])
  })

  it('is not made for a built file', async () => {
    const url = await serve(() => expect.fail('not for Astro'), { files: { 'page.html': 'La page' } })
    expect(await ask(`${url}/page?a=b`)).toMatchObject({ status: 200, text: 'La page' })
  })
})

describe('unknown path', () => {
  const unknown: AstroHandler = (_, __, next) => next()

  it('returns the 404 page, or a JSON message if the build has none', async () => {
    const page = await ask(`${await serve(unknown, { files: ERROR_PAGES })}/nulle-part`)
    expect([page.status, page.text, page.headers.get('x-common')]).toEqual([404, 'Introuvable', 'yes'])
    const { status, text, headers } = await ask(`${await serve(unknown)}/nulle-part`)
    expect([status, headers.get('cache-control'), headers.get('x-common')]).toEqual([404, 'no-store', 'yes'])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/^Page/) })
  })

  it('may start with two slashes', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((req, _, next) => {
      seen.push(req.url)
      next()
    })
    expect((await ask(`${url}//ailleurs.example/`)).status, 'status').toBe(404)
    expect(seen).toEqual(['//ailleurs.example/'])
  })
})

describe('error in the handler', () => {
  const failing: [string, AstroHandler][] = [
    ['that Astro passes on', (_, __, next) => next(new Error('broken'))],
    ['that is thrown', () => Promise.reject(new Error('broken'))],
  ]
  it.each(failing)('%s returns the 500 page, or a JSON message if the build has none', async (_, handler) => {
    expect(await ask(await serve(handler, { files: ERROR_PAGES }))).toMatchObject({ status: 500, text: 'Incident' })
    const { status, text } = await ask(await serve(handler))
    expect([status, JSON.parse(text)]).toEqual([500, { message: expect.any(String) }])
  })

  it('that is thrown is logged in one line', async () => {
    await ask(await serve(() => Promise.reject(new Error('broken'))))
    expect(written.mock.calls.join()).toMatch(/ERROR request: Error: broken\n$/)
  })

  it('during a response closes the connection, so that the response is visibly incomplete', async () => {
    const url = await serve(async (_, res) => {
      res.write('half of the')
      throw new Error('broken')
    })
    const { text, closed } = await exchange(url, 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(closed, 'connection closed').toBe(true)
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
  })

  it('is not logged if the client disconnects while sending', async () => {
    const handler = vi.fn()
    const url = await serve(handler)
    await exchange(url, 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc', 50)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(written).not.toHaveBeenCalled()
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('limits under load', () => {
  it('return 503 above the maximum of requests, as a page or in JSON, until one ends', async () => {
    const { held, handler } = hold()
    const url = await serve(handler, { files: { ...ERROR_PAGES, 'page.html': 'La page' }, limits: { inFlight: 2 } })
    const slow = [ask(`${url}/a`), ask(`${url}/b`)]
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(2)
    const page = await ask(`${url}/c`, HTML)
    expect([page.status, page.text, page.headers.get('retry-after'), page.headers.get('connection')]).toEqual([
      503,
      'Incident',
      '2',
      'close',
    ])
    const { status, text } = await ask(`${url}/c`, { Accept: 'application/json' })
    expect([status, JSON.parse(text)]).toEqual([503, { message: expect.any(String) }])
    expect((await ask(`${url}/page`)).status, 'status of a built file meanwhile').toBe(200)
    const health = ask(`${url}/api/health`)
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(3)
    for (const res of held) res.end('done')
    expect((await Promise.all([...slow, health])).map(({ text }) => text)).toEqual(['done', 'done', 'done'])
    const after = ask(`${url}/d`)
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(4)
    held[3]?.end('after')
    expect((await after).text).toBe('after')
  })

  it('no longer count requests whose clients have disconnected', async () => {
    let asked = 0
    const url = await serve(
      (req, res) => {
        asked += 1
        if (req.url === '/after') res.end()
      },
      { limits: { inFlight: 2 } },
    )
    for (let left = 1; left <= 2; left++) {
      const leaving = new AbortController()
      const answer = fetch(`${url}/before`, { signal: leaving.signal })
      await expect.poll(() => asked, { message: 'requests in progress' }).toBe(left)
      leaving.abort()
      await expect(answer).rejects.toThrow()
    }
    const status = async () => (await fetch(`${url}/after`)).status
    await expect.poll(status, { message: 'status after they disconnected' }).toBe(200)
  })

  it('return 503 for unfinished bodies above half of the connections, and accept other requests', async () => {
    const url = await serve((_, res) => void res.end('page'), { limits: { connections: 6 } })
    const begin = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'
    for (let n = 0; n < 3; n++) openWire(url, begin)
    await expect.poll(async () => (await exchange(url, begin, 300)).text).toMatch(/^HTTP\/1\.1 503 /)
    expect((await ask(`${url}/a`)).text, 'a page meanwhile').toBe('page')
  })

  it('return 503 for unfinished bodies of one network, and not for other networks', async () => {
    const url = await serve((_, res) => void res.end('page'), { limits: { unfinishedBodies: 1 } })
    const begin = 'POST /x HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\nContent-Length: 9\r\n\r\n'
    const { socket } = openWire(url, begin)
    const post = async (from: string) =>
      (await ask(url, { 'X-Forwarded-For': from }, { method: 'POST', body: 'a=b' })).status
    await expect.poll(() => post('192.0.2.7'), { message: 'status of a second body of the network' }).toBe(503)
    expect(await post('192.0.2.8'), 'status of a body of another network').toBe(200)
    socket.destroy()
    await expect.poll(() => post('192.0.2.7'), { message: 'status of a body after the first one ended' }).toBe(200)
  })

  it('close a connection with too many pipelined requests', async () => {
    const { held, handler } = hold()
    const url = await serve(handler, { limits: { pipelined: 3 } })
    // The first one is in progress; three more may wait.
    const within = exchange(url, GET.repeat(3) + LAST)
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(4)
    for (const res of held) res.end('done')
    expect((await within).text.match(/200 OK/g), 'responses within the limit').toHaveLength(4)
    const { text, closed } = await exchange(url, GET.repeat(5))
    expect([text, closed]).toEqual(['', true])
  })

  it('reset the count of pipelined requests once their responses are sent', async () => {
    const url = await serve((_: IncomingMessage, res) => void setImmediate(() => res.end('done')), {
      limits: { pipelined: 2 },
    })
    const { socket, done } = openWire(url, GET.repeat(3))
    let answered = 0
    for await (const [chunk] of on(socket, 'data')) {
      answered += String(chunk).match(/200 OK/g)?.length ?? 0
      if (answered === 3) break
    }
    socket.write(GET.repeat(2) + LAST)
    expect((await done).text.match(/200 OK/g), 'responses on one connection').toHaveLength(6)
  })
})

it('the server sets the limits of connections, headers and timeouts', async () => {
  await serve(() => {}, {
    limits: { connections: 7, headerCount: 8, silentMs: 900, headersMs: 300, requestMs: 600, idleMs: 200 },
  })
  expect(servers[0]).toMatchObject({
    maxConnections: 7,
    maxHeadersCount: 8,
    timeout: 900,
    headersTimeout: 300,
    requestTimeout: 600,
    keepAliveTimeout: 200,
  })
})

describe('process that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT'])('finishes requests after %s, closes services and exits with 0', async (signal) => {
    const { held, handler } = hold()
    const url = await serve(handler)
    const handlers = new Map<string | symbol, () => void>()
    const registered = vi.spyOn(process, 'once').mockImplementation((name, listener) => {
      handlers.set(name, () => listener())
      return process
    })
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const done: string[] = []
    const [server] = servers
    if (server)
      drainOnSignal(
        server,
        () => void done.push('stopping'),
        async () => void done.push('closed'),
      )
    const slow = ask(`${url}/a`)
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(1)
    handlers.get(signal)?.()
    expect(done).toEqual(['stopping'])
    await expect(fetch(url)).rejects.toThrow()
    held[0]?.end('last')
    expect((await slow).text).toBe('last')
    await expect.poll(() => exit.mock.calls).toEqual([[0]])
    expect(done).toEqual(['stopping', 'closed'])
    expect(printed.mock.calls.join()).toMatch(/Z stopping\n.*Z stopped\n$/s)
    for (const again of ['SIGTERM', 'SIGINT']) handlers.get(again)?.()
    expect(exit.mock.calls).toEqual([[0], [1], [1]])
    registered.mockRestore()
    vi.restoreAllMocks()
  })
})
