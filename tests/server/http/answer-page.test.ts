import { expect, it } from 'vitest'
import { handlePage, handleWithoutBody } from '../../../src/server/http/answer-page.ts'

// Handlers of all pages of the desk and of all links in e-mails.
const page = (request: Request) => handlePage(request, { show: () => 'shown', post: () => 'done' })
const button = (request: Request) => handleWithoutBody(request, show, post)
const show = () => 'shown'
const post = async () => 'done'

it.each([
  ['a page', page],
  ['a page of one button', button],
])(
  '%s is shown by GET and HEAD, runs its action by POST, and returns 405 with Allow for any other method',
  async (_, answer) => {
    const ask = (method: string, body?: URLSearchParams) =>
      answer(new Request('http://x/bureau', { method, ...(body && { body }) }))
    expect(await ask('GET')).toBe('shown')
    expect(await ask('HEAD')).toBe('shown')
    expect(await ask('POST', new URLSearchParams({ action: 'oui' }))).toBe('done')
    for (const method of ['PUT', 'DELETE']) {
      const refused = (await ask(method)) as Response
      expect([refused.status, refused.headers.get('Allow')], method).toEqual([405, 'GET, HEAD, POST'])
    }
  },
)

it('a page returns 415 for a body that is no form', async () => {
  const headers = { 'content-type': 'text/plain' }
  const refused = await page(new Request('http://x/bureau', { method: 'POST', headers, body: 'x' }))
  expect((refused as Response).status).toBe(415)
})
