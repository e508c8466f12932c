import { describe, expect, it } from 'vitest'
import type { AstroHandler } from '../../../src/server/http/server.ts'
import { exchange, openWire } from '../../attacks/wire.ts'
import { BODY_MAX_BYTES } from '../../contract/figures.ts'
import { closeServers, HEADERS, serve } from './still-server.ts'

closeServers()
/** Short limits, but longer than a busy machine delays a process. */
const FAST = { headersMs: 1000, requestMs: 1500, idleMs: 1000, silentMs: 2500, checkMs: 50 }
/** How long a connection may stay open, in milliseconds. */
const WAIT_MS = 20_000
const POST = 'POST /formulaires/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const GET = 'GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n'
/** Header of the last request of a connection. */
const LAST = 'Connection: close\r\n'

/** Answers the health check and refuses what is too large, as the routes do; knows no other address. */
const routes: AstroHandler = (req, res, next, { tooLarge }) => {
  if (tooLarge !== undefined) res.writeHead(413).end()
  else if (req.url === '/api/health' || req.method === 'POST') res.end('{}')
  else next()
}
const open = (limits: object = {}) => serve(routes, { files: { 'robots.txt': 'User-agent: *' }, limits })

describe.concurrent('slow and idle connections are closed', () => {
  it.each([
    ['no bytes', '', ''],
    ['incomplete headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: 1', '408'],
    ['an incomplete body', `${POST}Content-Length: 100\r\n\r\n{"name"`, '408'],
    ['incomplete chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n`, '408'],
    ['an idle keep-alive connection', GET, '200'],
  ])('%s', async (_, bytes, status) => {
    const { text, closed } = await exchange(await open(FAST), bytes, WAIT_MS)
    expect(closed, 'connection closed').toBe(true)
    if (status) expect(text).toContain(`HTTP/1.1 ${status}`)
  })

  it('headers that are sent one at a time without end', async () => {
    const wire = openWire(await open(FAST), 'GET / HTTP/1.1\r\nHost: x\r\n', WAIT_MS)
    const drip = setInterval(() => wire.socket.write('X-A: b\r\n'), 50)
    const { closed } = await wire.done
    clearInterval(drip)
    expect(closed, 'connection closed').toBe(true)
  })
})

it.each([
  ['an invalid request target', 'GET http://a:b:c/ HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
  ['an absolute URL of another site', 'GET http://autre.example/robots.txt HTTP/1.1\r\nHost: x\r\n\r\n', '200'],
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', '400'],
  ['a path of two slashes', 'GET //autre.example/robots.txt HTTP/1.1\r\nHost: x\r\n\r\n', '404'],
  ['TRACE of a route', 'TRACE /merci/contact HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n', '405'],
  ['a Host with a user', 'GET /merci/contact HTTP/1.1\r\nHost: a@b\r\n\r\n', '400'],
  ['an absolute URL with a user', 'GET http://a@b/api/health HTTP/1.1\r\nHost: x\r\n\r\n', '200'],
])('an unusual request gets a status and all common headers: %s', async (_, bytes, status) => {
  const { text } = await exchange(await open(), bytes.replace('\r\n\r\n', `\r\n${LAST}\r\n`))
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const name of Object.keys(HEADERS)) expect(text.toLowerCase()).toContain(`\r\n${name.toLowerCase()}: `)
  expect(text).not.toMatch(/\r\n(server|x-powered-by|set-cookie):/i)
  expect(text).not.toContain('a=b')
  if (status === '405') expect(text).toMatch(/\r\nAllow: GET, HEAD/)
})

it('a body that is too large is answered, with or without Content-Length, and a flood is closed', async () => {
  const url = await open()
  const body = 'x'.repeat(3 * BODY_MAX_BYTES)
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
  const announced = await exchange(url, `${POST}${LAST}Content-Length: ${body.length}\r\n\r\n${body}`)
  const chunked = await exchange(url, `${POST}${LAST}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`)
  for (const { text } of [announced, chunked]) expect(text).toContain('HTTP/1.1 413')
  const flood = `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`
  expect((await exchange(url, flood)).closed, 'connection of a flood closed').toBe(true)
  expect((await exchange(url, `${POST}Content-Length: 99999999\r\n\r\n`)).text).toContain('HTTP/1.1 413')
})
