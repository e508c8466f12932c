import { expect, it } from 'vitest'
import { readPost } from '../../../src/server/http/request-body.ts'

it('a page is shown by GET and HEAD and takes a POST', async () => {
  const ask = (method: string, body?: URLSearchParams) =>
    readPost(new Request('http://x/bureau', { method, ...(body && { body }) }))
  expect([await ask('GET'), await ask('HEAD')]).toEqual([undefined, undefined])
  expect(await ask('POST', new URLSearchParams({ action: 'oui' }))).toEqual({ action: 'oui' })
})

it.each([
  [415, 'text/plain', 'x'],
  [400, 'application/json', 'null'],
])('a page returns %s for a body of %s: %s', async (status, type, body) => {
  const headers = { 'content-type': type }
  expect(await readPost(new Request('http://x/bureau', { method: 'POST', headers, body }))).toMatchObject({ status })
})
