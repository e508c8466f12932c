import { expect, it, onTestFinished } from 'vitest'
import { CONFIRM, valid } from '../../samples.ts'
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
  // A lead promises no e-mail, and a corrected address is not confirmed either.
  await silent.ask('/formulaires/contact', { body: valid.contact })
  const [lead] = silent.site.rows<{ reference: string }>('contact_messages')
  const about = await wordsOf(await silent.ask(`/bureau/${lead?.reference}`, { cookie: session }))
  expect(about).toContain('Ce jour-là, la demande revient en tête')
  expect(about).not.toContain('cités dessous')
  const typed = { action: 'repondre', reponse: 'Oui, en bordeaux.' }
  const ready = await silent.ask(`/bureau/${lead?.reference}`, { cookie: session, body: typed })
  expect(await ready.text(), 'link to the mail program').toMatch(/href="mailto:[^"]*body=Oui%2C%20en%20bordeaux\."/)
  const [signUp] = silent.site.rows<{ reference: string }>('newsletter_subscriptions')
  const page = await wordsOf(await silent.ask(`/bureau/${signUp?.reference}`, { cookie: session }))
  expect(page).toContain('Vos réponses partiront à la nouvelle adresse')
})
