import { describe, expect, it } from 'vitest'
import { erase } from '../../../src/server/desk/lead/erase.ts'
import { splitQuoted } from '../../../src/server/desk/lead/split-quoted.ts'
import { readList } from '../../../src/server/desk/lists.ts'
import { receive } from '../../../src/server/leads/turn.ts'
import { STAFF } from '../backend.ts'
import { ANNE, BASTIEN, backend, leadOf, press, said, setUpTestDesk } from './test-desk.ts'

// A Monday.
const BEGIN = '2026-11-23T10:00:00.000Z'
setUpTestDesk(BEGIN)

const list = (query = '') => readList(backend.desk, new URLSearchParams(query))
/** Returns the names in each group of a list. */
const listed = async (query = '') => {
  const { groups } = await list(query)
  return groups.map(({ heading, lines }) => [heading, ...lines.map(({ title }) => title)])
}

describe('«À faire»', () => {
  it('has refunds, then who waits, the longest first, then reminders; suspected ones are not counted', async () => {
    const reminded = backend.submit('contact', { name: 'Rappel', email: 'r@exemple.fr' })
    await press(reminded, 'repondre', { reponse: 'Oui.' })
    await press(reminded, 'plus-tard:demain')
    await press(backend.submit('contact', { name: 'Remise', email: 'd@exemple.fr' }), 'plus-tard:demain')
    backend.goTo('2026-11-24T10:00:00.000Z')
    for (const name of ['Un', 'Deux']) {
      backend.submit('contact', { name, email: `${name}@exemple.fr` })
      backend.goTo(1000)
    }
    backend.submit('withdrawal', { name: 'Zoé' })
    backend.submit('contact', { name: 'Robot' }, true)
    backend.submit('newsletter')
    expect(await listed()).toEqual([
      ['À rembourser : 1', 'Zoé'],
      ['À répondre : 3', 'Remise', 'Un', 'Deux'],
      ['Rappels : 1', 'Rappel'],
    ])
    expect(await list()).toMatchObject({ title: 'À faire : 5', suspected: 1 })
  })

  it('marks duplicates, and to whom a lead was handed', async () => {
    const reference = backend.submit('contact')
    backend.submit('contact', { email: 'LEA@exemple.fr' })
    await press(reference, `confier:${BASTIEN}`)
    const { groups } = await list()
    const details = groups.flatMap(({ lines }) =>
      lines.map((line) => line.details.filter((part) => /^(à [A-Z]|doublon)/.test(part))),
    )
    expect(details).toEqual([['à Bastien', 'doublon'], ['doublon']])
  })

  it('a message of the person reopens a closed lead, whose outcome stays, and ends what was put off', async () => {
    const reference = backend.submit('partnership')
    await press(reference, 'plus-tard:lundi')
    await press(reference, 'issue:declined')
    expect(await listed()).toEqual([])
    receive(backend.db, { reference, at: '2026-11-24T08:00:00.000Z', text: 'Dommage.' })
    expect(leadOf(reference)).toMatchObject({ waiting_since: '2026-11-24T08:00:00.000Z', outcome: 'declined' })
    expect(await listed()).toHaveLength(1)
  })

  it('has suspected ones in a list of their own, until «C’est une vraie demande» lets their e-mails go', async () => {
    const reference = backend.submit('contact', { name: 'Robot' }, true)
    expect([await listed('liste=suspects'), backend.mails()]).toEqual([[[undefined, 'Robot']], []])
    await press(reference, 'liberer')
    expect(await listed('liste=suspects')).toEqual([[undefined]])
    expect(backend.sentKinds()).toEqual(['lead', 'acknowledgement'])
  })

  it('of «Toutes» has every lead by form, page by page', async () => {
    for (let n = 0; n < 31; n++) backend.submit('contact', { email: `p${n}@exemple.fr` })
    backend.submit('newsletter')
    const first = await list('liste=toutes&formulaire=contact')
    expect(first.groups[0]?.lines).toHaveLength(30)
    const second = await list(String(first.next).split('?')[1] ?? '')
    expect([second.groups[0]?.lines.length, second.next]).toEqual([1, undefined])
  })
})

describe('a conversation', () => {
  it('is put off with a note, to tomorrow, to Monday or to a day to come', async () => {
    const reference = backend.submit('contact')
    await press(reference, 'plus-tard:demain', { pourquoi: 'Attendre le tissu' })
    expect(leadOf(reference).remind_on).toBe('2026-11-24')
    expect(said(reference)).toEqual([
      ['note', ANNE, 'Attendre le tissu'],
      ['event', ANNE, 'rappel le 24 novembre 2026'],
    ])
    expect(await listed(), 'until that day').toEqual([])
    await press(reference, 'plus-tard:lundi')
    expect(leadOf(reference).remind_on).toBe('2026-11-30')
    for (const jour of ['2026-11-23', '2026-02-31', ''])
      expect((await press(reference, 'plus-tard:jour', { jour })).message?.field, jour).toBe('jour')
  })

  it('is handed over by one e-mail with the last words, and leads on', async () => {
    const alone = backend.submit('contact')
    expect((await press(alone, `confier:${BASTIEN}`)).to, 'from the only one').toBe('/bureau?fait=confiee')
    const reference = backend.submit('contact', { message: 'Premiers mots' })
    const next = backend.submit('contact', { email: 'zoe@exemple.fr' })
    receive(backend.db, { reference, at: BEGIN, text: 'Derniers mots' })
    backend.mails()
    expect((await press(reference, `confier:${BASTIEN}`, {}, STAFF)).to).toBe(`/bureau/${next}?fait=confiee`)
    const [handed, ...others] = backend.mails()
    expect([handed?.mail.to, others]).toEqual([[BASTIEN], []])
    expect(handed?.mail.text).toMatch(/^atelier vous confie[\s\S]*Derniers mots/m)
    expect((await press(reference, 'confier:x@mal.example')).status, 'to a stranger').toBe(400)
  })

  it('notes and hands over once when a button is pressed twice', async () => {
    const reference = backend.submit('contact')
    backend.mails()
    for (const action of ['note', 'note', `confier:${BASTIEN}`, `confier:${BASTIEN}`])
      await press(reference, action, { note: 'Une note' })
    expect(said(reference).map(([, , text]) => text)).toEqual(['Une note', 'confiée à Bastien'])
    expect(backend.mails()).toHaveLength(1)
    backend.goTo(120_000)
    await press(reference, 'note', { note: 'Une note' })
    expect(said(reference), 'noted again later').toHaveLength(3)
    const tooLong = await press(reference, 'note', { note: 'x'.repeat(5001) })
    expect(tooLong).toMatchObject({ status: 422, message: { field: 'note' } })
  })

  it('takes what was pasted, with its day', async () => {
    const reference = backend.submit('contact')
    await press(reference, 'repondre', { reponse: 'Oui.' })
    await press(reference, 'recu', { recu: 'Merci !', recu_le: '2026-11-21' })
    expect(said(reference).at(-1)).toEqual(['received', ANNE, 'Merci !'])
    expect(leadOf(reference).waiting_since).toBe('2026-11-21T11:00:00.000Z')
    for (const recu_le of ['0026-11-21', '0000-01-01', '2026-02-31', 'hier'])
      expect((await press(reference, 'recu', { recu: 'Merci !', recu_le })).message?.field, recu_le).toBe('recu')
  })

  it('ends in the ways of its form: a withdrawal only refunded, whoever’s turn it is', async () => {
    const reference = backend.submit('withdrawal')
    await press(reference, 'repondre', { reponse: 'Bien reçu.' })
    expect(await listed(), 'after an answer').toEqual([['À rembourser : 1', expect.anything()]])
    for (const outcome of ['closed', 'accepted'])
      expect((await press(reference, `issue:${outcome}`)).status, outcome).toBe(400)
    await press(reference, 'issue:refunded')
    expect(await listed()).toEqual([])
  })

  it('is thrown away without a word, unless it was answered or the law wants it kept', async () => {
    const [spam, withdrawal] = [backend.submit('contact'), backend.submit('withdrawal')]
    const answered = backend.submit('contact', { email: 'z@exemple.fr' })
    backend.mails()
    await press(answered, 'repondre', { reponse: 'Oui.' })
    for (const reference of [answered, withdrawal]) expect((await press(reference, 'jeter')).message?.good).toBe(false)
    expect((await press(spam, 'jeter')).to).toBe('/bureau?fait=jetee')
    expect(backend.count(`leads WHERE reference = '${spam}'`)).toBe(0)
    expect(backend.mails(), 'e-mails about it').toEqual([])
  })

  it('of a list entry never waits, but what a reader of a letter wrote is looked at', async () => {
    const reference = backend.submit('newsletter')
    receive(backend.db, { reference, at: BEGIN, text: 'Bonjour' })
    expect(leadOf(reference).waiting_since).toBeNull()
    expect(await listed()).toEqual([['Rappels : 1', expect.anything()]])
  })
})

describe('for the person', () => {
  it('who objects is answered only after the page has asked', async () => {
    const reference = backend.submit('contact')
    await press(reference, 'opposition:oui')
    const asked = await press(reference, 'repondre', { reponse: 'Oui.' })
    expect(asked).toMatchObject({ status: 409, asksAgain: true, typed: { reponse: 'Oui.' } })
    expect((await press(reference, 'repondre', { reponse: 'Oui.', malgre: 'oui' })).to).toContain('?parti=')
  })

  it('objection, suspension and «Garder jusqu’au» can be set and lifted', async () => {
    const reference = backend.submit('contact')
    await press(reference, 'opposition:oui')
    expect(backend.objections.has('lea@exemple.fr')).toBe(true)
    for (const act of ['opposition:x', 'suspendre:x', 'issue:x'])
      expect((await press(reference, act)).status, act).toBe(400)
    expect(backend.objections.has('lea@exemple.fr'), 'after an unknown act').toBe(true)
    await press(reference, 'opposition:non')
    expect(backend.objections.has('lea@exemple.fr')).toBe(false)
    // A suspension is of the person: it holds for all they have sent.
    backend.submit('contact', { message: 'Encore une question.' })
    backend.submit('withdrawal')
    await press(reference, 'suspendre:oui')
    expect(await listed(), 'a refund is due all the same').toEqual([['À rembourser : 1', 'Léa Martin']])
    backend.db.exec("DELETE FROM leads WHERE form = 'withdrawal'")
    expect([await listed(), (await press(reference, 'repondre', { reponse: 'Oui.' })).status]).toEqual([[], 422])
    receive(backend.db, { reference, at: BEGIN, text: 'Vous pouvez tout effacer.' })
    expect(await listed(), 'after a message').toEqual([['Rappels : 1', 'Léa Martin']])
    await press(reference, 'suspendre:non')
    expect(await listed()).toHaveLength(1)
    expect((await press(reference, 'garder', { garder_jusquau: '2026-11-22' })).status, 'a past day').toBe(422)
    await press(reference, 'garder', { garder_jusquau: '2030-01-01' })
    expect(leadOf(reference).keep_until).toBe('2030-01-01')
    await press(reference, 'garder', { garder_jusquau: '' })
    expect(leadOf(reference).keep_until).toBeNull()
  })

  it('a sign-up of the person ends on request, and of nobody else', async () => {
    const [own, other] = ['lea', 'autre'].map((name) => backend.submit('newsletter', { email: `${name}@exemple.fr` }))
    const reference = backend.submit('contact')
    expect((await press(reference, `desinscrire:${other}`)).message?.good).toBe(false)
    expect((await press(reference, `desinscrire:${own}`)).message?.good).toBe(true)
    const ended = 'SELECT reference FROM newsletter_subscriptions WHERE unsubscribed_at IS NOT NULL'
    expect(backend.column(ended)).toEqual([own])
  })

  it('erasure needs the address that was shown, and a tick for what the law wants kept', async () => {
    const reference = backend.submit('withdrawal')
    const all = { adresse: 'lea@exemple.fr', malgre: 'oui', prevenir: 'oui' }
    const press = (body: object) => erase(backend.desk, leadOf(reference), { ...all, ...body })
    for (const refused of [{ adresse: 'autre@exemple.fr' }, { malgre: '' }])
      expect(await press(refused)).toMatchObject({ status: 409 })
    backend.server.works = false
    expect(await press({}), 'if the person cannot be told').toMatchObject({ status: 503 })
    expect(backend.count('leads'), 'leads before').toBe(1)
    backend.server.works = true
    const twice = await Promise.all([press({}), press({})])
    expect(twice).toEqual(Array(2).fill({ fait: 'effacee-prevenue' }))
    expect([backend.count('leads'), backend.server.told]).toEqual([0, 2])
  })
})

it.each([
  ['Oui.\n\nLe lun. 23 nov. 2026 à 11:00, Hera <b@hera.example>\na écrit :\n> Bonjour', 'Oui.'],
  ['Oui.\n________________________________\nDe : Hera <b@hera.example>\nEnvoyé : lundi', 'Oui.'],
  ['Oui.\n> Bonjour\n>\n', 'Oui.'],
  ['> Une question ?\nOui.', '> Une question ?\nOui.'],
  ['Le 3 mai, ce sera bien :', 'Le 3 mai, ce sera bien :'],
])('splitQuoted folds what a mail program quotes: %j', (text, own) => expect(splitQuoted(text).own).toBe(own))
