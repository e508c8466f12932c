import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDevSite, type Site } from '../site.ts'

let site: Site
beforeAll(async () => {
  site = await openDevSite()
})
afterAll(() => site.close())

const policyOf = async (path: string) => (await fetch(site.url + path)).headers.get('content-security-policy') ?? ''

// What the built site sends is compared with its pages in own-policy.test.ts.
it.each(['/', '/terms', '/merci/contact'])(
  '%s may load in development no more than on the built site',
  async (path) => {
    const policy = await policyOf(path)
    for (const directive of [
      "default-src 'none'",
      "img-src 'self' data:",
      "form-action 'self'",
      "script-src-attr 'none'",
      "style-src-attr 'none'",
    ])
      expect(policy.split('; ')).toContain(directive)
    expect(policy).not.toContain('https:')
  },
)

it('lets the preview of e-mails show their styles, and nothing of another site', async () => {
  const policy = await policyOf('/apercu/emails')
  expect(policy).toContain("style-src 'self' 'unsafe-inline'")
  expect(policy.split('; ')).toContain("default-src 'none'")
})
