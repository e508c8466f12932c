import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createBodyWait } from '../../../src/server/http/body-wait.ts'
import { readBody } from '../../../src/server/http/request-body.ts'
import { BODY_MAX_BYTES } from '../../contract/figures.ts'

const MAX = 100

describe('readBody', () => {
  const read = (type: string, body: BodyInit, headers: Record<string, string> = {}) =>
    readBody(
      new Request('http://x/', {
        method: 'POST',
        body,
        headers: { ...(type && { 'content-type': type }), ...headers },
      }),
      MAX,
    )
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
    ['', JSON_TYPE],
    ['[]', JSON_TYPE],
    ['null', JSON_TYPE],
    ['"x"', JSON_TYPE],
    ['7', JSON_TYPE],
    ['x', 'multipart/form-data'],
  ])('refuses «%s» as %s with 400', async (body, type) => expect(await read(type, body)).toEqual({ status: 400 }))

  it('refuses JSON that is not UTF-8', async () => {
    expect(await read(JSON_TYPE, new Uint8Array([...Buffer.from('{"a":"'), 0xe9, ...Buffer.from('"}')]))).toEqual({
      status: 400,
    })
  })

  it('refuses another media type, or none, with 415', async () => {
    expect(await read('text/xml', '<x/>')).toEqual({ status: 415 })
    expect(await read('', new Uint8Array(3))).toEqual({ status: 415 })
  })

  it('accepts a body of the maximum size, and refuses one byte more with 413', async () => {
    expect(await read(FORM, `a=${'x'.repeat(MAX - 2)}`)).toEqual({ input: { a: 'x'.repeat(MAX - 2) } })
    expect(await read(FORM, `a=${'x'.repeat(MAX - 1)}`)).toEqual({ status: 413 })
    expect(await read('text/xml', 'x'.repeat(MAX + 1))).toEqual({ status: 413 })
  })

  it('refuses a body that is too large by its Content-Length or while reading, and discards the rest', async () => {
    let pulled = 0
    const flood = () =>
      new ReadableStream({
        pull(controller) {
          pulled += 1
          if (pulled > 20_000) controller.close()
          else controller.enqueue(new Uint8Array(MAX))
        },
      })
    const send = (headers: Record<string, string> = {}) => {
      pulled = 0
      const init = { method: 'POST', body: flood(), headers: { 'content-type': FORM, ...headers }, duplex: 'half' }
      return readBody(new Request('http://x/', init), MAX)
    }
    expect(await send({ 'content-length': String(MAX + 1) })).toEqual({ status: 413 })
    // Filled in advance by the stream itself.
    expect(pulled, 'parts read despite the header').toBeLessThan(3)
    expect(await send()).toEqual({ status: 413 })
    expect(pulled, 'parts read before the response').toBeLessThan(10)
    // Some clients read the response only after sending everything, so the rest is read, up to a limit.
    await expect.poll(() => pulled, { message: 'parts read' }).toBeGreaterThanOrEqual((16 * BODY_MAX_BYTES) / MAX)
    const { promise, resolve } = Promise.withResolvers<void>()
    setImmediate(resolve)
    await promise
    expect(pulled).toBeLessThan((16 * BODY_MAX_BYTES) / MAX + 10)
  })
})

describe('createBodyWait', () => {
  /** Returns a request whose body the test pushes. */
  function open(headers: IncomingMessage['headers']) {
    const req = new IncomingMessage(new Socket())
    req.headers = headers
    return req
  }
  const LENGTH = { 'content-length': '3' }
  const CHUNKED = { 'transfer-encoding': 'chunked' }

  it('does not wait for or count a request without a body', async () => {
    const wait = createBodyWait(0)
    for (const headers of [{}, { 'content-length': '0' }]) {
      const req = open(headers)
      expect(await wait(req, '192.0.2.1'), 'request without a body accepted').toBe(true)
      expect(req).not.toHaveProperty('body')
    }
  })

  it.each([LENGTH, CHUNKED])('stores the whole body in req.body, where Astro reads it: %o', async (headers) => {
    const req = open(headers)
    const arrived = createBodyWait(1)(req, '192.0.2.1')
    req.push('a=')
    req.push('1')
    req.push(null)
    expect(await arrived, 'whole body accepted').toBe(true)
    expect(String(Reflect.get(req, 'body'))).toBe('a=1')
  })

  it('stores a body of 64 KiB, and passes on a larger one as a stream, with or without Content-Length', async () => {
    const whole = open(CHUNKED)
    const all = createBodyWait(1)(whole, '192.0.2.1')
    whole.push(Buffer.alloc(BODY_MAX_BYTES))
    whole.push(null)
    await all
    expect(Reflect.get(whole, 'body')).toHaveLength(BODY_MAX_BYTES)

    for (const headers of [CHUNKED, { 'content-length': String(BODY_MAX_BYTES + 1) }]) {
      const req = open(headers)
      const arrived = createBodyWait(1)(req, '192.0.2.1')
      req.push(Buffer.alloc(BODY_MAX_BYTES))
      req.push(Buffer.from('x'))
      expect(await arrived, 'large body accepted').toBe(true)
      expect(req).not.toHaveProperty('body')
      req.push(null)
      let size = 0
      for await (const chunk of req) size += chunk.length
      expect(size).toBe(BODY_MAX_BYTES + 1)
    }
  })

  it('limits the unfinished bodies of a network, and accepts another when one is complete', async () => {
    const wait = createBodyWait(2)
    const [first, second] = [open(LENGTH), open(LENGTH)]
    const waiting = [wait(first, '2001:db8:1:1::1'), wait(second, '2001:db8:1:1::2')]
    expect(await wait(open(LENGTH), '2001:db8:1:1::3'), 'third body of the network accepted').toBe(false)
    const other = open(LENGTH)
    waiting.push(wait(other, '2001:db8:1:2::1'))
    first.push(null)
    expect(await waiting[0], 'complete body accepted').toBe(true)
    const third = open(LENGTH)
    waiting.push(wait(third, '2001:db8:1:1::3'))
    expect(await wait(open(LENGTH), '2001:db8:1:1::4'), 'one more body of the network accepted').toBe(false)
    for (const req of [second, other, third]) req.push(null)
    expect(await Promise.all(waiting)).toEqual([true, true, true, true])
  })

  it('counts bodies above 64 KiB too, until they are complete or the connection closes', async () => {
    const wait = createBodyWait(2)
    const [announced, chunked] = [open({ 'content-length': String(BODY_MAX_BYTES + 1) }), open(CHUNKED)]
    expect(await wait(announced, '192.0.2.1'), 'large body with Content-Length accepted').toBe(true)
    const grown = wait(chunked, '192.0.2.1')
    chunked.push(Buffer.alloc(BODY_MAX_BYTES + 1))
    expect(await grown, 'large body in chunks accepted').toBe(true)
    expect(await wait(open(LENGTH), '192.0.2.1'), 'third body accepted').toBe(false)
    announced.destroy()
    await new Promise((resolve) => announced.once('close', resolve))
    const next = open(LENGTH)
    const waiting = wait(next, '192.0.2.1')
    expect(await wait(open(LENGTH), '192.0.2.1'), 'third body accepted').toBe(false)
    next.push(null)
    expect(await waiting, 'body after a closed connection accepted').toBe(true)
  })

  it('rejects, and no longer counts the body, if the connection closes or fails', async () => {
    const wait = createBodyWait(1)
    const gone = open(LENGTH)
    const left = expect(wait(gone, '192.0.2.1')).rejects.toThrow('left before')
    gone.destroy()
    await left
    const broken = open(LENGTH)
    const failed = expect(wait(broken, '192.0.2.1')).rejects.toThrow('broken pipe')
    broken.destroy(new Error('broken pipe'))
    await failed
    const last = open(LENGTH)
    const arrived = wait(last, '192.0.2.1')
    last.push(null)
    expect(await arrived, 'body after both failures accepted').toBe(true)
  })
})
