import { describe, expect, it } from 'vitest'
import { answerErase } from '../../../src/server/desk/lead/answer-erase.ts'
import { STAFF } from './desk-site.ts'
import { backend, postLead as post, reopenWithoutEmail, requestTo, sent, setUpTestDesk } from './test-desk.ts'

setUpTestDesk('2026-11-23T10:00:00.000Z')

const file = (reference: string) => backend.desk.lead(reference)
const changes = (reference: string) => file(reference)?.changes.map(({ what, author }) => [what, author])
const confirmed = (email?: string) => backend.joinConfirmed(email).reference

describe('correction of an address', () => {
  it('changes the recipient of e-mails, and the history names its author', async () => {
    const reference = backend.submit('contact', { email: 'lea@exmple.fr' })
    const corrected = await post(reference, { action: 'corriger', adresse: ' lea@exemple.fr ' })
    expect(sent(corrected)).toEqual([303, `/bureau/${reference}?fait=corrigee`])
    expect(file(reference)?.lead).toMatchObject({ email: 'lea@exemple.fr', state: 'nouvelle', version: 1 })
    expect(changes(reference)).toEqual([['correction : Adresse e-mail', STAFF]])
    expect(backend.mails().map(({ mail }) => mail.to)).toContainEqual(['lea@exemple.fr'])
  })

  it('of a sign-up says that the new address must confirm, and wakes the sender', async () => {
    const reference = confirmed('lea@exmple.fr')
    const corrected = await post(reference, { action: 'corriger', adresse: 'lea@exemple.fr' })
    expect(sent(corrected)).toEqual([303, `/bureau/${reference}?fait=confirmation`])
    expect(backend.wakes(), 'times the sender was woken').toBe(1)
  })

  it.each([
    ['faux', 'Écrivez l’adresse entière'],
    ['lea@exemple.fr', 'C’est déjà cette adresse'],
    ['"><script>alert(1)</script>@x.fr', 'Écrivez l’adresse entière'],
  ])('to %s is rejected, and the input is kept', async (adresse, sentence) => {
    const reference = backend.submit('contact')
    const refused = await post(reference, { action: 'corriger', adresse, reponse: 'Bonjour' })
    expect(refused).toMatchObject({ status: 422, address: adresse, typed: { reponse: 'Bonjour' } })
    expect(refused.message).toMatchObject({ good: false, text: expect.stringContaining(sentence) })
    expect(file(reference)?.lead).toMatchObject({ email: 'lea@exemple.fr', version: 0 })
  })

  it('keeps an unfinished reply and an unsaved note', async () => {
    const reference = backend.submit('contact')
    const typed = { reponse: 'Bonjour,', note: 'Appelée', version: '0', derniere: '0' }
    await post(reference, { action: 'corriger', adresse: 'neuve@exemple.fr', ...typed })
    expect(backend.desk.draft(reference)?.fields).toEqual(typed)
    expect(sent(await post(reference, { action: 'suivi', ...typed }))).toEqual([303, `/bureau/${reference}?fait=suivi`])
    const plain = backend.submit('contact', { email: 'max@exemple.fr' })
    await post(plain, { action: 'corriger', adresse: 'neuf@exemple.fr', note: '', state: 'nouvelle', rappel: '' })
    expect(backend.desk.draft(plain), 'draft without input').toBeUndefined()
    await post(plain, { action: 'corriger', adresse: 'vrai@exemple.fr', note: 'Appelée' })
    expect(backend.desk.draft(plain)?.fields).toEqual({ note: 'Appelée' })
  })
})

describe('unsubscription by the operator', () => {
  it('is possible on any lead of the person', async () => {
    const signUp = confirmed()
    const reference = backend.submit('contact')
    expect(file(reference)?.signUps.map((lead) => lead.reference)).toEqual([signUp])
    const done = await post(reference, { action: `desinscrire:${signUp}` })
    expect(sent(done)).toEqual([303, `/bureau/${reference}?fait=desinscrite`])
    expect(file(signUp)).toMatchObject({ signUp: 'désinscrite', signUps: [] })
    expect(changes(signUp)).toEqual([['désinscription, à sa demande', STAFF]])
    expect(backend.rows('SELECT event FROM consent_events ORDER BY id').at(-1)).toEqual({ event: 'unsubscribed' })
  })

  it('is rejected for another person or a second time', async () => {
    const [own, other] = [confirmed(), confirmed('autre@exemple.fr')]
    for (const what of [other, 'N-0000-0000', ''])
      expect(await post(own, { action: `desinscrire:${what}` })).toMatchObject({ status: 422 })
    expect(file(other)?.signUp).toBe('confirmée')
    await post(own, { action: `desinscrire:${own}` })
    expect(await post(own, { action: `desinscrire:${own}` })).toMatchObject({ status: 422 })
    for (const reference of [own, backend.submit('contact')])
      expect(await backend.desk.unsubscribe(reference), 'second unsubscription, or no sign-up').toBe(false)
    expect(changes(own)).toEqual([['désinscription, à sa demande', STAFF]])
  })
})

describe('erasure of a person', () => {
  const erase = (reference: string, more: Record<string, string> = {}) =>
    answerErase(requestTo('/bureau', { adresse: 'lea@exemple.fr', ...more }), reference, backend.desk)

  it.each([
    ['a notice first if the box is checked', { prevenir: 'oui' }, 'effacee-prevenue', ['lea@exemple.fr']],
    ['no notice otherwise', {}, 'effacee', []],
  ])('sends %s', async (_, box, done, told) => {
    expect(sent(await erase(backend.submit('contact'), box))).toEqual([303, `/bureau?fait=${done}`])
    expect(backend.told, 'recipients of the notice').toEqual(told)
    for (const table of ['leads', 'outbox']) expect(backend.count(table), table).toBe(0)
  })

  it('is cancelled if the notice cannot be sent', async () => {
    const reference = backend.submit('contact')
    backend.server.works = false
    expect(await erase(reference, { prevenir: 'oui' })).toMatchObject({
      status: 503,
      problem: expect.stringContaining('rien n’est effacé'),
    })
    expect(backend.count('leads'), 'leads after the erasure failed').toBe(1)
  })

  it('has the box unchecked for a suspected submission, and none if e-mail is not set up', async () => {
    const shown = (reference: string) => answerErase(requestTo('/bureau'), reference, backend.desk)
    expect(await shown(backend.submit('contact', {}, true))).toMatchObject({ tells: true, told: false })
    reopenWithoutEmail()
    const reference = backend.submit('contact')
    expect(await shown(reference)).toMatchObject({ tells: false, told: false })
    expect(sent(await erase(reference, { prevenir: 'oui' }))).toEqual([303, '/bureau?fait=effacee'])
  })
})
