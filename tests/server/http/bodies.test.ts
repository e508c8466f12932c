import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBodyReceiver, maximumBody } from '../../../src/server/http/receive-body.ts'
import { readBody } from '../../../src/server/http/request-body.ts'
import { sendUnfinishedBodies } from '../../attacks/unfinished-bodies.ts'
import { BODY_MAX_BYTES } from '../../contract/figures.ts'
import { openSite, type Site } from '../../support/site.ts'

describe('readBody', () => {
  const read = (type: string, body: BodyInit) =>
    readBody(new Request('http://x/', { method: 'POST', body, headers: { ...(type && { 'content-type': type }) } }))
  const FORM = 'application/x-www-form-urlencoded'
  const JSON_TYPE = 'application/json; charset=utf-8'

  it('parses JSON, a form and a multipart form, and keeps the last value of a repeated name', async () => {
    expect(await read(JSON_TYPE, '{"name":"Léa","n":1}')).toEqual({ input: { name: 'Léa', n: 1 } })
    expect(await read(FORM, 'name=L%C3%A9a&name=Luc')).toEqual({ input: { name: 'Luc' } })
    const part = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nLéa\r\n--x--\r\n'
    expect(await read('multipart/form-data; boundary=x', part)).toEqual({ input: { name: 'Léa' } })
  })

  it.each([
    ['{', JSON_TYPE],
    ['[]', JSON_TYPE],
    ['x', 'multipart/form-data'],
  ])('refuses «%s» as %s with 400', async (body, type) => expect(await read(type, body)).toEqual({ status: 400 }))
})

describe('a received body', () => {
  const MAX = 100
  /** Returns a request whose body the test pushes. */
  const open = (headers: IncomingMessage['headers']) => Object.assign(new IncomingMessage(new Socket()), { headers })
  const LENGTH = { 'content-length': '3' }
  const CHUNKED = { 'transfer-encoding': 'chunked' }
  const receiver = (perNetwork = 20, inAll = 20) => {
    const receive = createBodyReceiver({ perNetwork, inAll })
    return (req: IncomingMessage, address = '192.0.2.1') => receive(req, address, MAX)
  }

  it('ends at 64 KiB for visitors, at 256 KiB at the desk, at 5 MiB with a file, and is not read without a session', () => {
    const at = (path: string, hasSession: boolean, type = 'application/x-www-form-urlencoded') =>
      maximumBody(path, type, () => hasSession)
    expect(at('/formulaires/contact', false)).toBe(BODY_MAX_BYTES)
    expect(at('/formulaires/contact', true, 'multipart/form-data; boundary=x')).toBe(BODY_MAX_BYTES)
    expect([at('/bureau/connexion', false), at('/bureau', false), at('/bureau/C-1', false)]).toEqual([65_536, 0, 0])
    expect(at('/bureau/entrer/x', false), 'a sign-in link').toBe(65_536)
    expect([at('/bureau', true), at('/bureaux', true)]).toEqual([262_144, 65_536])
    expect(at('/bureau/C-1', true, 'multipart/form-data; boundary=x')).toBe(5 * 1_048_576 + 262_144)
  })

  it.each([LENGTH, CHUNKED])('contains all of its parts: %o', async (headers) => {
    const req = open(headers)
    const received = receiver()(req)
    for (const part of ['a', '=', ...'1'.repeat(98), null]) req.push(part)
    expect(await received).toEqual({ body: Buffer.from(`a=${'1'.repeat(98)}`) })
  })

  it.each([CHUNKED, { 'content-length': String(MAX + 1) }])('above its maximum is thrown away: %o', async (headers) => {
    const req = open(headers)
    const received = receiver()(req)
    req.push(Buffer.alloc(MAX))
    req.push('x')
    expect(await received).toEqual({ body: Buffer.alloc(0), tooLarge: MAX })
    req.push(Buffer.alloc(1000))
    await expect.poll(() => req.readableLength, { message: 'bytes kept of the rest' }).toBe(0)
  })

  it('counts in its network until it is complete or the connection closes, even if it is too large', async () => {
    const receive = receiver(2)
    const [first, large] = [open(LENGTH), open({ 'content-length': String(MAX + 1) })]
    const waiting = receive(first, '2001:db8:1:1::1')
    await receive(large, '2001:db8:1:1::2')
    expect(await receive(open(LENGTH), '2001:db8:1:1::3'), 'third body of the network').toBeUndefined()
    const other = open(LENGTH)
    const received = receive(other, '2001:db8:1:2::1')
    for (const req of [first, other]) req.push(null)
    expect(await Promise.all([waiting, received])).toEqual(Array(2).fill({ body: Buffer.alloc(0) }))
    large.destroy()
    await new Promise((resolve) => large.once('close', resolve))
    for (const _ of [1, 2]) void receive(open(LENGTH), '2001:db8:1:1::4').catch(() => {})
    expect(await receive(open(LENGTH), '2001:db8:1:1::5'), 'third body of the network').toBeUndefined()
  })
})

let site: Site
beforeAll(async () => {
  site = await openSite({ TRUSTED_PROXIES: '1' })
})
afterAll(() => site?.close())

// The body is received before the route is chosen: by the maximum of the path alone.
it.each(['/formulaires/contact', '/bureau/C-1'])(
  '200 unfinished bodies of 1 MB to %s, without a session, leave the memory below 220 MB',
  async (path) => {
    expect(await sendUnfinishedBodies(site.url, path, site.process.pid), 'MB').toBeLessThan(220)
    expect((await fetch(`${site.url}/api/health`)).status, 'health afterwards').toBe(200)
  },
)
