import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { send } from '../../attacks/attack.ts'
import { openLocalSite, SLOW } from '../../attacks/local-site.ts'
import { exchange, openWire } from '../../attacks/wire.ts'
import { BODY_MAX_BYTES } from '../../contract/figures.ts'

/** Short, and yet longer than a busy machine lets a process wait. */
const FAST = {
  headersMs: 1000,
  requestMs: 1500,
  idleMs: 1000,
  silentMs: 2500,
  checkMs: 50,
  connections: 60,
  inFlight: 20,
  unfinishedBodies: 10,
  pipelined: 16,
}
const POST = 'POST /formulaires/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const GET = 'GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n'
const common = Object.keys(securityHeaders('http://localhost'))

/** The same numbers, and time enough for what is asked to be counted before it is cut. */
const PATIENT = { ...FAST, headersMs: 20_000, requestMs: 20_000, silentMs: 20_000 }

let site: Awaited<ReturnType<typeof openLocalSite>>
const openFor = (limits: typeof FAST) => {
  beforeAll(async () => {
    site = await openLocalSite(limits)
  })
  afterAll(() => site?.close())
}

describe.concurrent('slow and idle visitors are hung up on', () => {
  openFor(FAST)

  it.each([
    ['nothing at all', '', ''],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: 1', '408'],
    ['a body that never comes', `${POST}Content-Length: 100\r\n\r\n{"name"`, '408'],
    ['chunks that never end', `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n`, '408'],
    ['a connection kept for nothing', GET, '200'],
  ])('%s', async (_, bytes, status) => {
    const { text, closed } = await exchange(site.url, bytes)
    expect(closed).toBe(true)
    if (status) expect(text).toContain(`HTTP/1.1 ${status}`)
  })

  it('a header every now and then does not keep a connection open', async () => {
    const wire = openWire(site.url, 'GET / HTTP/1.1\r\nHost: x\r\n')
    const drip = setInterval(() => wire.socket.write('X-A: b\r\n'), 50)
    const { closed } = await wire.done
    clearInterval(drip)
    expect(closed).toBe(true)
  })
})

describe.concurrent('what the parser refuses carries the headers of every answer', () => {
  openFor(FAST)

  it.each([
    ['no HTTP', 'MAIL FROM:<x>\r\n\r\n', '400'],
    ['a control character in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n', '400'],
    ['two lengths', `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`, '400'],
    ['a length and chunks', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, '400'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', '400'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', '400'],
    ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
    ['a path too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431'],
    ['an odd expectation', 'GET /robots.txt HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', '200'],
    ['a tunnel', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['trace', 'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n', '405'],
  ])('%s', async (_, bytes, status) => {
    const { text } = await exchange(site.url, bytes)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of common) expect(text).toContain(`\r\n${name}: `)
    expect(text).not.toMatch(/\r\n(server|x-powered-by|set-cookie):/i)
    expect(text).not.toContain('a=b')
  })
})

describe('much at once', () => {
  openFor(PATIENT)

  it('answers pipelined requests in order, and hangs up on garbage among them', async () => {
    const { text } = await exchange(site.url, GET.repeat(15))
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(15)
    const garbage = await exchange(site.url, `${GET.repeat(50)}garbage\r\n\r\n${GET.repeat(50)}`)
    expect(garbage.closed).toBe(true)
    expect(garbage.text.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThanOrEqual(50)
  })

  it('cuts a connection that asks on without fetching its answers', async () => {
    const { text, closed } = await exchange(site.url, GET.repeat(500))
    expect(closed).toBe(true)
    expect(text.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThanOrEqual(FAST.pipelined + 1)
    expect((await send(`${site.url}/robots.txt`)).status).toBe(200)
  })

  it('answers a form without any body at once, and what comes after it on the connection', async () => {
    const { text } = await exchange(site.url, `${POST}\r\n${GET}`)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
  })

  it('takes a bounded number of connections, and others once those are gone', async () => {
    const wires = Array.from({ length: FAST.connections + 20 }, () => openWire(site.url, 'GET / HTTP/1.1\r\n'))
    await expect.poll(() => wires.filter(({ socket }) => socket.closed).length).toBeGreaterThanOrEqual(15)
    for (const { socket } of wires) socket.destroy()
    await expect.poll(async () => (await send(`${site.url}/robots.txt`).catch(() => undefined))?.status).toBe(200)
  })

  it('answers 503 with Retry-After above a number of requests, and recovers', async () => {
    const ask = () => send(site.url + SLOW, { headers: { Accept: 'text/html' } })
    const release = site.hold()
    const replies: Awaited<ReturnType<typeof send>>[] = []
    const asked = Array.from({ length: 38 }, async () => replies.push(await ask()))
    await expect.poll(() => replies.length).toBe(38 - FAST.inFlight)
    release()
    await Promise.all(asked)
    const refused = replies.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(38 - FAST.inFlight)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(FAST.inFlight)
    expect(refused[0]?.headers['retry-after']).toBe('2')
    expect(refused[0]?.text).toContain('<html lang="fr"')
    expect((await ask()).status).toBe(200)
  })

  it('keeps serving files and health while other requests are turned away', async () => {
    const release = site.hold()
    const slow = Array.from({ length: FAST.inFlight }, () => send(site.url + SLOW))
    const others = [`${site.url}/robots.txt`, `${site.url}/api/health`].map((url) => send(url))
    for (const { status } of await Promise.all(others)) expect(status).toBe(200)
    release()
    await Promise.all(slow)
  })

  it('lets others send forms while many bodies of one network do not arrive', async () => {
    const from = 'X-Forwarded-For: 192.0.2.7\r\n'
    const wires = Array.from({ length: FAST.unfinishedBodies + FAST.inFlight + 5 }, () =>
      openWire(site.url, `${POST}${from}Content-Length: 100\r\n\r\n{"name"`),
    )
    // Those above the limit are answered at once, the others when they are complete or too slow.
    await expect.poll(() => wires.filter(({ socket }) => socket.closed).length).toBeGreaterThanOrEqual(FAST.inFlight)
    const other = await send(`${site.url}/formulaires/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      from: '198.51.100.1',
    })
    expect(other.status).toBe(422)
    for (const { socket } of wires) socket.destroy()
  })

  it('says 413 to a body that is too large, announced or not, and reads no flood', async () => {
    const body = 'x'.repeat(3 * BODY_MAX_BYTES)
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
    const announced = await exchange(site.url, `${POST}Content-Length: ${body.length}\r\n\r\n${body}`)
    const chunked = await exchange(site.url, `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`)
    for (const { text } of [announced, chunked]) expect(text).toContain('HTTP/1.1 413')
    const flood = `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`
    expect((await exchange(site.url, flood)).closed).toBe(true)
    expect((await exchange(site.url, `${POST}Content-Length: 99999999\r\n\r\n`)).text).toContain('HTTP/1.1 413')
  })
})
