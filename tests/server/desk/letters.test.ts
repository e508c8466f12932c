import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { CONFIRM } from '../../samples.ts'
import { office, openOffice, sharedOffice } from './office.ts'

const NEW = '/bureau/lettres/nouvelle'
const BODY = 'Bonjour,\n\nLe nid d’abeille est **revenu**.\n\n[Me désinscrire]({{ desinscription }})'
const MARKUP = '"><script>alert(1)</script>'

sharedOffice()
let cookie: string
beforeAll(async () => {
  cookie = await office.signIn()
  for (const email of ['lea@exemple.fr', 'max@exemple.fr'])
    await office.ask('/formulaires/newsletter', { body: { email } })
  office.sql(CONFIRM)
})

const letter = (action: string, more: Record<string, string> = {}) =>
  office.ask(NEW, { cookie, body: { action, liste: 'newsletter', objet: 'Le printemps', texte: BODY, ...more } })
/** Returns the text of a page without tags, with plain spaces. */
const wordsOf = async (answer: Response) =>
  (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/[\s\u00A0\u202F]+/g, ' ')
const letters = () => office.site.rows<{ id: number; subject: string }>('letters')

it('the letter editor names line, error and correction, offers no sending and keeps the input', async () => {
  const typed = { objet: `Prix ${MARKUP}`, texte: `Bonjour,\r\n\r\n{{ delai_fabricaton }}\r\n\r\n${MARKUP}` }
  const answer = await letter('verifier', typed)
  expect(answer.status, 'status of a check with errors').toBe(422)
  const html = await answer.text()
  const words = html.replace(/[\u00A0\u202F]/g, ' ')
  expect(words).toMatch(/Texte, ligne 3 : [^<]*delai_fabricaton[^<]*delai_fabrication/)
  expect(html).toContain('{{ delai_fabricaton }}\n\n&quot;&gt;&lt;script&gt;')
  expect(html.replace(/="[^"]*"/g, '=""')).not.toContain('<script>alert')
  expect(words).not.toContain('value="relire"')
  const sent = await letter('envoyer', typed)
  expect(sent.status, 'status of a letter with errors').toBe(422)
  expect(letters(), 'letters sent with errors').toEqual([])
})

it('the letter editor shows a sandboxed preview that only the desk may frame', async () => {
  const answer = await letter('verifier')
  expect(answer.status, 'status of the check').toBe(200)
  expect(answer.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const html = await answer.text()
  expect(html).toContain('value="relire"')
  const [, src = ''] = /<iframe[^>]* src="([^"]+)"/.exec(html) ?? []
  expect(src).toMatch(/^\/bureau\/lettres\/apercu\/\d+\?v=\d+$/)
  const preview = await office.ask(src, { cookie })
  expect(preview.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
  )
  expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(preview.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(preview.headers.get('cache-control')).toBe('no-store')
  expect(await preview.text()).toContain('<strong>revenu</strong>')
  expect((await office.ask(src)).status, 'the preview without a session').toBe(401)
})

it('the page of an unknown letter redirects to the list', async () => {
  for (const id of ['0', '999', 'x', '1e3']) {
    const answer = await office.ask(`/bureau/lettres/${id}`, { cookie })
    expect([answer.status, answer.headers.get('location')], id).toEqual([303, '/bureau/lettres?fait=introuvable'])
  }
})

it('the letter editor checks a letter and states why it cannot be sent if e-mail is not set up', async () => {
  const silent = await openOffice(false)
  onTestFinished(() => silent.close())
  const session = await silent.signIn()
  const email = 'lea@exemple.fr'
  await silent.ask('/formulaires/newsletter', { body: { email } })
  silent.sql(CONFIRM)
  const ask = (action: string) =>
    silent.ask(NEW, { cookie: session, body: { action, liste: 'newsletter', objet: 'Le printemps', texte: BODY } })
  const checked = await ask('verifier')
  expect(checked.status, 'status of the check').toBe(200)
  const words = await wordsOf(checked)
  expect(words).toContain('Aucun e-mail ne part de ce site')
  expect(words).not.toMatch(/Envoyer à|M’envoyer un essai/)
  for (const action of ['essayer', 'relire', 'envoyer']) expect((await ask(action)).status, action).toBe(503)
  expect(silent.site.rows('letters'), 'letters sent without e-mail').toEqual([])
  // A corrected address is not confirmed either.
  const [signUp] = silent.site.rows<{ reference: string }>('newsletter_subscriptions')
  const page = await wordsOf(await silent.ask(`/bureau/${signUp?.reference}`, { cookie: session }))
  expect(page).toContain('Vos réponses partiront à la nouvelle adresse')
})
