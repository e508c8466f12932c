import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { answerUnstored } from '../../../src/server/http/answer-unstored.ts'
import { refuse } from '../../../src/server/http/refusal.ts'
import { readPost } from '../../../src/server/http/request-body.ts'

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

it('what could not be stored is shown again to be sent again, and asks for its file', async () => {
  const body = new FormData()
  body.append('action', 'repondre')
  body.append('reponse', 'Voici le devis.\n</textarea><b>')
  body.append('fichier', new File(['%PDF-1.7'], 'devis.pdf'))
  const asked = new Request('http://x/bureau/C-1', { method: 'POST', headers: { accept: 'text/html' }, body })
  await readPost(asked)
  const html = await answerUnstored(asked).text()
  expect(html).toContain('<input type="hidden" name="action" value="repondre">')
  expect(html).toContain('\nVoici le devis.\r\n&#60;/textarea')
  expect(html).toContain('<input type="file" name="fichier" required>')
})
