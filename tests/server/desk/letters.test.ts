import { expect, it, onTestFinished } from 'vitest'
import { CONFIRM } from '../../samples.ts'
import { openDeskSite } from './desk-site.ts'

const NEW = '/bureau/lettres/nouvelle'
const BODY = 'Bonjour,\n\nLe nid d’abeille est **revenu**.\n\n[Me désinscrire]({{ desinscription }})'

/** Returns the text of a page without tags, with plain spaces. */
const wordsOf = async (answer: Response) =>
  (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/[\s\u00A0\u202F]+/g, ' ')

it('the letter editor checks a letter and states why it cannot be sent if e-mail is not set up', async () => {
  const silent = await openDeskSite(false)
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
})
