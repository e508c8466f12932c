import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { json, refuse } from '../../../src/server/http/refusal.ts'

const asked = (accept: string) => new Request('http://x/formulaires/contact', { headers: { accept } })

describe('refusals', () => {
  it('refuse returns JSON for a script, with the headers of the status', async () => {
    const response = refuse(asked('application/json'), 429, 'Patientez.', { 'Retry-After': '6' })
    expect(response.status, 'status').toBe(429)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('retry-after')).toBe('6')
    expect(await response.json()).toEqual({ message: 'Patientez.' })
  })

  it('refuse returns a French page for a browser, whose policy allows only its own style', async () => {
    const response = refuse(asked('text/html'), 405, 'Autrement.', { Allow: 'POST' })
    expect(response.status, 'status').toBe(405)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('allow')).toBe('POST')
    const html = await response.text()
    expect(html).toMatch(/<html lang="fr">[\s\S]*<meta name="robots" content="noindex">[\s\S]*<p>Autrement\.<\/p>/)
    const [, style = ''] = /<style>(.*)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  })

  it('json sets status and headers', async () => {
    const response = json(201, { reference: 'C-1' }, { 'X-Test': 'a' })
    expect([response.status, response.headers.get('x-test')]).toEqual([201, 'a'])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({ reference: 'C-1' })
  })
})
