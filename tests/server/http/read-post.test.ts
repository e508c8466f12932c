import { expect, it } from 'vitest'
import { isPost, readPost } from '../../../src/server/http/request-body.ts'

// Read by all pages of the desk, and by all pages behind links of e-mails.
it.each([
  ['a page', readPost, { action: 'oui' }, undefined],
  ['a page of one button', isPost, true, false],
])(
  '%s is shown by GET and HEAD, takes a POST, and refuses any other method with Allow',
  async (_, read, sent, shown) => {
    const ask = (method: string, body?: URLSearchParams) =>
      read(new Request('http://x/bureau', { method, ...(body && { body }) }))
    expect([await ask('GET'), await ask('HEAD')]).toEqual([shown, shown])
    expect(await ask('POST', new URLSearchParams({ action: 'oui' }))).toEqual(sent)
    for (const method of ['PUT', 'DELETE']) {
      const refused = (await ask(method)) as Response
      expect([refused.status, refused.headers.get('Allow')], method).toEqual([405, 'GET, HEAD, POST'])
    }
  },
)

it.each([
  [415, 'text/plain', 'x'],
  [400, 'application/json', 'null'],
])('a page returns %s for a body of %s: %s', async (status, type, body) => {
  const headers = { 'content-type': type }
  expect(await readPost(new Request('http://x/bureau', { method: 'POST', headers, body }))).toMatchObject({ status })
})
