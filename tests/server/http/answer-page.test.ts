import { expect, it } from 'vitest'
import { answerPage, byMethod } from '../../../src/server/http/answer-page.ts'

// Every page of the desk and every link of an e-mail answers by one of these.
const page = (request: Request) => answerPage(request, { show: () => 'shown', post: () => 'done' })
const button = (request: Request) => byMethod(request, show, post)
const show = () => 'shown'
const post = async () => 'done'

it.each([
  ['a page', page],
  ['a page of one button', button],
])(
  '%s is shown by GET and HEAD, does what a post says, and names to any other method those that it takes',
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

it('a page does nothing by a body that it cannot read', async () => {
  const headers = { 'content-type': 'text/plain' }
  const refused = await page(new Request('http://x/bureau', { method: 'POST', headers, body: 'x' }))
  expect((refused as Response).status).toBe(415)
})
