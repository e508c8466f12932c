import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { refuse } from '../../../src/server/http/refusal.ts'

it('a refusal is a French page for a browser, whose policy allows only its own style', async () => {
  const asked = new Request('http://x/formulaires/contact', { headers: { accept: 'text/html' } })
  const response = refuse(asked, 405, 'Autrement.', { Allow: 'POST' })
  const { headers } = response
  const html = await response.text()
  expect([headers.get('content-type'), headers.get('allow')]).toEqual(['text/html; charset=utf-8', 'POST'])
  expect(html).toMatch(/<html lang="fr">[\s\S]*<meta name="robots" content="noindex">[\s\S]*<p>Autrement\.<\/p>/)
  const style = createHash('sha256').update(/<style>(.*)<\/style>/.exec(html)?.[1] ?? '')
  expect(headers.get('content-security-policy')).toContain(
    `default-src 'none'; style-src 'sha256-${style.digest('base64')}'`,
  )
})
