import { describe, expect, it, vi } from 'vitest'
import { drainOnSignal } from '../../../src/server/http/drain.ts'
import type { AstroHandler } from '../../../src/server/http/server.ts'
import { exchange, openWire } from '../../attacks/wire.ts'
import { catchOutput } from '../../support/caught-output.ts'
import { closeServers, ERROR_PAGES, hold, serve, servers } from './still-server.ts'

closeServers()
catchOutput()

const HTML = { Accept: 'text/html' }
const GET = 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n'
/** Request after which the connection is closed. */
const LAST = 'GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const ask = async (url: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const response = await fetch(url, { ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
describe('a request that Astro does not answer', () => {
  it.each<[string, number, string, AstroHandler]>([
    ['an unknown path', 404, 'Introuvable', (_, __, next) => next()],
    ['an error that Astro passes on', 500, 'Incident', (_, __, next) => next(new Error('broken'))],
    ['an error that is thrown', 500, 'Incident', () => Promise.reject(new Error('broken'))],
  ])('gets the error page of the build, or a JSON message: %s', async (_, status, page, handler) => {
    const shown = await ask(await serve(handler, { files: ERROR_PAGES }))
    expect([shown.status, shown.text, shown.headers.get('x-frame-options')]).toEqual([status, page, 'DENY'])
    const { headers, ...bare } = await ask(await serve(handler))
    expect([bare.status, JSON.parse(bare.text)]).toEqual([status, { message: expect.any(String) }])
    expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'DENY'])
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
})

describe('limits under load', () => {
  it('return 503 above the maximum of requests, as a page or in JSON, until one ends', async () => {
    const { held, handler } = hold()
    const url = await serve(handler, { files: { ...ERROR_PAGES, 'page.html': 'La page' }, limits: { inFlight: 2 } })
    const slow = [ask(`${url}/a`), ask(`${url}/b`)]
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(2)
    const page = await ask(`${url}/c`, HTML)
    expect(page).toMatchObject({ status: 503, text: 'Incident' })
    expect(['retry-after', 'connection'].map((name) => page.headers.get(name))).toEqual(['2', 'close'])
    const { status, text } = await ask(`${url}/c`, { Accept: 'application/json' })
    expect([status, JSON.parse(text)]).toEqual([503, { message: expect.any(String) }])
    expect((await ask(`${url}/page`)).status, 'status of a built file meanwhile').toBe(200)
    const health = ask(`${url}/api/health`)
    await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(3)
    for (const res of held) res.end('done')
    expect((await Promise.all([...slow, health])).map(({ text }) => text)).toEqual(['done', 'done', 'done'])
  })

  it('return 503 for unfinished bodies above half of the connections, and accept other requests', async () => {
    const url = await serve((_, res) => void res.end('page'), { limits: { connections: 6 } })
    const begin = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'
    for (let n = 0; n < 3; n++) openWire(url, begin)
    await expect.poll(async () => (await exchange(url, begin, 300)).text).toMatch(/^HTTP\/1\.1 503 /)
    expect((await ask(`${url}/a`)).text, 'a page meanwhile').toBe('page')
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
})

it('a process that receives a signal finishes requests, closes services and exits with 0', async () => {
  const { held, handler } = hold()
  const url = await serve(handler)
  const handlers = new Map<string | symbol, () => void>()
  vi.spyOn(process, 'once').mockImplementation((name, listener) => {
    handlers.set(name, () => listener())
    return process
  })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const done: string[] = []
  const server = servers.at(-1)
  if (server)
    drainOnSignal(
      server,
      () => void done.push('stopping'),
      async () => void done.push('closed'),
    )
  const slow = ask(`${url}/a`)
  await expect.poll(() => held.length, { message: 'requests that reached the handler' }).toBe(1)
  handlers.get('SIGTERM')?.()
  expect(done).toEqual(['stopping'])
  await expect(fetch(url)).rejects.toThrow()
  held[0]?.end('last')
  expect((await slow).text).toBe('last')
  await expect.poll(() => exit.mock.calls).toEqual([[0]])
  expect(done).toEqual(['stopping', 'closed'])
  for (const again of ['SIGTERM', 'SIGINT']) handlers.get(again)?.()
  expect(exit.mock.calls).toEqual([[0], [1], [1]])
})
