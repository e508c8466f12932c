import { describe, expect, it } from 'vitest'
import { searchLeads } from '../../../src/server/leads/search.ts'
import { HOUSE } from './office.ts'
import { askLead, house, postLead as post, reopenWithoutEmail, sent, stillDesk } from './still-desk.ts'

const BEGIN = '2026-11-23T10:00:00.000Z'
const OTHER = 'bureau@hera.example'
const DAY = 86_400_000
const TEXT = 'Bonjour,\n\nOui, en bordeaux.\nEt en vert.'

stillDesk(BEGIN)

const plain = (text = '') => text.replace(/[\u00A0\u202F]/g, ' ')
const shown = (reference: string, query = '', author: string | null = HOUSE) => askLead(reference, { query, author })
const answer = (reference: string, more: Record<string, string> = {}, author: string | null = HOUSE) =>
  post(reference, { action: 'repondre', reponse: TEXT, ...more }, author)
const leadRow = (reference: string) =>
  house.rows('SELECT state, note, remind_on FROM leads WHERE reference = ?', reference)[0]
/** What goes by e-mail once the ten seconds are over. */
const go = () => {
  house.goTo(10_000)
  return house.mails().filter(({ kind }) => kind === 'reply')
}

describe('an answer', () => {
  it('is found by its words and those of its note as long as they stand', async () => {
    const found = async (words: string) => (await searchLeads(house.db, words, 10)).map(({ reference }) => reference)
    const [reference, other] = [house.submit('contact', { message: 'Un tapis ?' }), house.submit('newsletter')]
    expect(await found('bordeaux')).toEqual([])
    await answer(reference, { note: 'vue au salon de Lyon' })
    expect([await found('tapis bordeaux'), await found('salon lyon')]).toEqual([[reference], [reference]])
    await post(reference, { action: 'annuler', reponse_id: '1' })
    expect(await found('bordeaux'), 'found by an answer that was taken back').toEqual([])
    await post(other, { action: 'suivi', note: 'amie de Zoé', version: '0' })
    expect(await found('zoe')).toEqual([other])
  })

  it('goes ten seconds later, from the house to the person, threaded to the acknowledgement, with their words', async () => {
    const reference = house.submit('contact', { message: 'Un tapis ?\nVoyez https://mal.example\u202Etxt' })
    const [acknowledged] = house.mails().filter(({ kind }) => kind === 'acknowledgement')
    house.goTo(60_000)
    expect(sent(await answer(reference))).toEqual([303, '/bureau?parti=1'])
    house.goTo(9_999)
    expect(house.mails(), 'e-mails before the ten seconds are over').toEqual([])
    const [{ mail } = {}] = go()
    expect(mail).toMatchObject({ to: ['lea@exemple.fr'], replyTo: HOUSE })
    expect(mail?.headers).toEqual({
      'In-Reply-To': `<${acknowledged?.mail.messageId}>`,
      References: `<${acknowledged?.mail.messageId}>`,
    })
    expect(mail?.subject).toBe(`Re: ${acknowledged?.mail.subject}`)
    const text = plain(mail?.text)
    expect(text).toMatch(/^Bonjour,\n\nOui, en bordeaux\.\nEt en vert\.\n\nLe 23 novembre 2026, vous nous écriviez :\n/)
    expect(text).toContain('> Voyez https[:]//mal[.]exampletxt')
    expect(mail?.html).toContain('Oui, en bordeaux.<br>')
    expect(mail?.html).not.toMatch(/https:\/\/mal\.example|<h1/)
    expect(leadRow(reference)).toMatchObject({ state: 'répondue' })
    expect((await shown(reference)).file).toMatchObject({
      replies: [{ text: TEXT, author: HOUSE, waits: false }],
      changes: [{ author: HOUSE, state: 'répondue' }],
    })
  })

  it('belongs to the answers before it, and is answered to whoever wrote', async () => {
    const reference = house.submit('contact')
    house.mails()
    await answer(reference)
    const [first] = go()
    await answer(reference, { derniere: '1' }, 'quelqu.un@ailleurs.example')
    const [second] = go()
    const references = second?.mail.headers.References?.split(' ') ?? []
    expect(references, 'references to the acknowledgement and the first answer').toHaveLength(2)
    expect(references[1]).toBe(`<${first?.mail.messageId}>`)
    expect(second?.mail.headers['In-Reply-To']).toBe(references[0])
    // No address of the house: the answer to the answer comes to the house all the same.
    expect(second?.mail.replyTo).toBe(HOUSE)
  })

  it('that goes before the e-mails about its lead leaves nobody to be told that one is to come', async () => {
    const reference = house.submit('contact')
    const withdrawal = house.submit('withdrawal')
    await answer(reference)
    await answer(withdrawal)
    house.goTo(10_000)
    // Answers go first.
    const kinds = house.mails().map(({ kind, mail }) => [kind, mail.to[0] === 'lea@exemple.fr'])
    expect(kinds).toEqual([
      ['reply', true],
      ['reply', true],
      // The law wants it whatever was answered.
      ['withdrawal', true],
    ])
  })

  it('opens the lead to be answered next, and keeps the note and the reminder typed beside it', async () => {
    house.submit('contact', { email: 'robot@exemple.fr' }, true)
    // It waits for a parcel, and the other until tomorrow.
    house.submit('withdrawal')
    await post(house.submit('contact', { email: 'demain@exemple.fr' }), { action: 'demain', version: '0' })
    const late = house.submit('contact', { email: 'a@exemple.fr' })
    house.goTo(1000)
    const next = house.submit('contact', { email: 'b@exemple.fr' })
    const typed = { note: 'Devis 12', rappel: '2026-11-30', etat: 'en cours', version: '0', derniere: '0' }
    expect(sent(await answer(late, typed))).toEqual([303, `/bureau/${next}?parti=1`])
    expect(leadRow(late)).toEqual({ state: 'en cours', note: 'Devis 12', remind_on: '2026-11-30' })
    expect((await shown(next, 'parti=1')).undo).toEqual({ id: 1, reference: late, who: 'Léa Martin' })
    go()
    expect((await shown(next, 'parti=1')).undo, 'a way to take back what has gone').toBeUndefined()
  })

  it.each([
    ['was due', '2026-11-22', '2026-11-22', null],
    ['is due today', '2026-11-23', '2026-11-23', null],
    ['is to come', '2026-11-24', '2026-11-24', '2026-11-24'],
    ['was due and is set anew', '2026-11-22', '2026-11-30', '2026-11-30'],
  ])('leaves of a reminder that %s what is still to be done', async (_, remind_on, rappel, left) => {
    const reference = house.submit('contact')
    house.db.prepare('UPDATE leads SET remind_on = ?').run(remind_on)
    await answer(reference, { rappel })
    expect(leadRow(reference)).toMatchObject({ state: 'répondue', remind_on: left })
  })

  it('can be taken back while it waits: it is a draft again, and the lead what it was', async () => {
    const reference = house.submit('contact')
    house.mails()
    await answer(reference)
    expect(sent(await post(reference, { action: 'annuler', reponse_id: '1' }))).toEqual([
      303,
      `/bureau/${reference}?fait=reprise#reponse`,
    ])
    expect(go(), 'e-mails of an answer that was taken back').toEqual([])
    expect(leadRow(reference)).toMatchObject({ state: 'nouvelle' })
    expect(await shown(reference)).toMatchObject({ typed: { reponse: TEXT }, file: { replies: [] } })
    await answer(reference)
    const outbox = (marks: string) => house.db.exec(`UPDATE outbox SET ${marks} WHERE kind = 'reply'`)
    const gone = { undo: undefined, file: { replies: [{ waits: false }] } }
    outbox(`failed_at = '${BEGIN}', failure = 'refused'`)
    expect(await shown(reference, 'parti=1')).toMatchObject(gone)
    outbox(`failed_at = NULL, failure = NULL, claimed_at = '${BEGIN}'`)
    for (let times = 0; times < 2; times++) {
      const [, place] = sent(await post(reference, { action: 'annuler', reponse_id: '1' }))
      expect(place).toBe(`/bureau/${reference}?fait=partie`)
      expect(await shown(reference, 'parti=1')).toMatchObject(gone)
      outbox('claimed_at = NULL')
      go()
    }
  })

  it.each([
    ['was due', '2026-11-22', '2026-11-23'],
    ['is due today', '2026-11-23', '2026-11-23'],
    ['is to come', '2026-11-24', '2026-11-24'],
  ])('that is taken back leaves the reminder that %s, and the state that was chosen', async (_, remind_on, left) => {
    const reference = house.submit('contact')
    // As the page changes it, so that it is in the history.
    house.goTo(-2 * DAY)
    await post(reference, { action: 'suivi', rappel: remind_on, version: '0' })
    house.goTo(2 * DAY)
    await answer(reference, { rappel: remind_on, etat: 'en cours', version: '1' })
    await post(reference, { action: 'annuler', reponse_id: '1' })
    expect(leadRow(reference)).toMatchObject({ state: 'nouvelle', remind_on: left })
    expect((await shown(reference)).typed).toMatchObject({ reponse: TEXT, etat: 'en cours' })
  })

  it.each([
    ['nothing', '  \n ', 'Écrivez votre réponse'],
    [
      'a blank of a prepared one',
      'Prix : [à compléter : le prix].',
      'Il reste un blanc à remplir : [à compléter : le prix].',
    ],
    ['twenty thousand signs and one', 'x'.repeat(20_001), '20001 caractères'],
  ])('is not sent with %s, and nothing typed is lost', async (_, reponse, sentence) => {
    const reference = house.submit('contact')
    const refused = await answer(reference, { reponse, note: 'Note' })
    expect(refused).toMatchObject({ status: 422, message: { good: false, text: expect.stringContaining(sentence) } })
    expect(refused.typed).toMatchObject({ ...(reponse.trim() && { reponse: reponse.trim() }), note: 'Note' })
    expect(house.rows('SELECT * FROM replies'), 'answers stored although refused').toEqual([])
  })

  it.each([
    ['refused', 'répondue', 'en cours'],
    ['expired', 'répondue', 'en cours'],
    ['refused', 'sans suite', 'sans suite'],
  ] as const)('that does not arrive (%s) brings the lead back today: %s becomes %s', async (why, etat, state) => {
    const reference = house.submit('contact')
    house.mails()
    await answer(reference, { etat, rappel: '2026-12-10' })
    house.goTo(10_000)
    const dispatch = house.taken()
    house.outbox.fail(dispatch, why, '550 inconnu')
    const kind = house.kinds.find(({ name }) => name === dispatch.messages[0].kind)
    kind?.onFailed?.(dispatch.messages[0], why === 'refused')
    expect(leadRow(reference)).toMatchObject({ state, remind_on: '2026-11-23' })
    expect(house.desk.today(48).flatMap(({ leads }) => leads.map((lead) => lead.reference))).toEqual([reference])
    expect(house.desk.lead(reference)?.changes.map(({ what }) => what)).toContain('votre réponse n’est pas arrivée')
  })

  it('of a button that was pressed twice is sent once, and said to go', async () => {
    const reference = house.submit('contact')
    const first = sent(await answer(reference, { derniere: '0', version: '0' }))
    expect(sent(await answer(reference, { derniere: '0', version: '0' }))).toEqual(first)
    const more = await answer(reference, { derniere: '0', version: '0', note: 'Ma note', rappel: '2026-12-20' })
    expect(more, 'with a note typed meanwhile').toMatchObject({ status: 409, typed: { note: 'Ma note' } })
    expect(house.count('replies'), 'answers').toBe(1)
  })

  it('of a button that was pressed twice is sent once where a reminder was due too', async () => {
    const reference = house.submit('contact')
    await post(reference, { action: 'suivi', rappel: '2026-11-23', version: '0' })
    const page = { derniere: '0', version: '1', note: '', rappel: '2026-11-23' }
    const first = sent(await answer(reference, page))
    expect(sent(await answer(reference, page))).toEqual(first)
    expect(house.count('replies'), 'answers').toBe(1)
    expect(leadRow(reference)).toMatchObject({ state: 'répondue', remind_on: null })
  })

  it('is held where the follow-up was changed meanwhile, and nobody is said to have answered', async () => {
    const reference = house.submit('contact')
    await post(reference, { action: 'suivi', note: 'Leur note', version: '0' }, OTHER)
    const late = await answer(reference, { derniere: '0', version: '0', note: 'Ma note' })
    expect(late).toMatchObject({ status: 409, message: { text: expect.stringContaining('a modifié ce suivi') } })
    expect(late.typed).toMatchObject({ reponse: TEXT, note: 'Ma note', version: '1' })
    expect(house.count('replies'), 'answers').toBe(0)
  })

  it('is asked about again where somebody else answered meanwhile', async () => {
    const reference = house.submit('contact')
    await answer(reference, { derniere: '0', version: '0' })
    const second = await answer(reference, { derniere: '0', version: '0' }, OTHER)
    expect(second).toMatchObject({ status: 409, message: { text: expect.stringContaining('a répondu entre-temps') } })
    expect(second.typed).toMatchObject({ reponse: TEXT, derniere: '1' })
    expect(house.rows('SELECT author FROM replies')).toEqual([{ author: HOUSE }])
    expect(sent(await answer(reference, { ...second.typed }, OTHER))[0]).toBe(303)
    expect(house.rows('SELECT author FROM replies')).toEqual([{ author: HOUSE }, { author: OTHER }])
  })

  it('leaves a withdrawal open, because only the refund ends it', async () => {
    const reference = house.submit('withdrawal')
    await answer(reference)
    expect(leadRow(reference)).toMatchObject({ state: 'en cours' })
    expect(await post(reference, { action: 'suivi', state: 'sans suite' })).toMatchObject({ status: 422 })
    await post(reference, { action: 'repondue' })
    expect(leadRow(reference)).toMatchObject({ state: 'remboursée' })
  })

  it('goes with its lead: erased and removed together', async () => {
    const reference = house.submit('contact')
    await answer(reference)
    await post(reference, { action: 'brouillon', reponse: 'Encore' }, OTHER)
    house.desk.erase('lea@exemple.fr')
    for (const table of ['replies', 'drafts', 'outbox']) expect(house.count(table), table).toBe(0)
    expect(go(), 'answers that go after the erasure').toEqual([])
  })
})

describe('without e-mail', () => {
  it('is prepared for the mail program, and kept in the thread once the house says that it went', async () => {
    reopenWithoutEmail()
    const reference = house.submit('contact')
    expect(await answer(reference)).toMatchObject({ status: 200, readyToMail: true, typed: { reponse: TEXT } })
    expect(house.rows('SELECT * FROM replies'), 'answers stored before the house says that they went').toEqual([])
    expect((await shown(reference)).typed).toMatchObject({ reponse: TEXT })
    expect(sent(await post(reference, { action: 'envoyee', reponse: TEXT }))[0]).toBe(303)
    expect(house.rows('SELECT text, message_id FROM replies')).toEqual([{ text: TEXT, message_id: null }])
    expect(leadRow(reference)).toMatchObject({ state: 'répondue' })
  })
})

describe('a prepared answer', () => {
  it('comes into the field below what stands there, with what the lead becomes by it', async () => {
    const reference = house.submit('ambassador')
    await post(reference, { action: 'modele:ambassade-oui', reponse: 'Chère Inès,', note: 'Note' })
    const { typed } = await shown(reference)
    expect(typed).toMatchObject({ reponse: 'Chère Inès,\n\nBienvenue.', note: 'Note', etat: 'acceptée' })
    await answer(reference, { etat: typed.etat ?? '' })
    expect(leadRow(reference)).toMatchObject({ state: 'acceptée' })
  })

  it('that does not exist changes nothing', async () => {
    const reference = house.submit('contact')
    await post(reference, { action: 'modele:../../secret', reponse: 'Bonjour' })
    expect((await shown(reference)).typed.reponse).toBe('Bonjour')
  })
})

describe('a draft', () => {
  it('comes back to whoever wrote it, and to nobody else, until it is sent', async () => {
    const reference = house.submit('contact')
    const another = house.submit('contact', { email: 'max@exemple.fr' })
    await post(another, { action: 'brouillon', reponse: 'Cher Max,' }, OTHER)
    await post(reference, { action: 'brouillon', reponse: 'Bon', note: 'Note', version: '0' })
    const later = house.goTo(1000).toISOString()
    await post(reference, { action: 'brouillon', reponse: 'Bonjour,', note: 'Note', version: '0' })
    expect(await shown(reference)).toMatchObject({ typed: { reponse: 'Bonjour,', note: 'Note' }, draftAt: later })
    expect((await shown(reference, '', OTHER)).typed).toEqual({})
    expect((await shown(another, '', OTHER)).typed).toEqual({ reponse: 'Cher Max,' })
    expect((await shown(reference, '', null)).typed).toEqual({})
    await answer(reference)
    expect((await shown(reference)).typed).toEqual({})
  })

  it('is gone ninety days later, and where its author has begun two hundred since', async () => {
    const [first, second] = [house.submit('contact'), house.submit('contact', { email: 'max@exemple.fr' })]
    const write = (reference: string, author = HOUSE) =>
      post(reference, { action: 'brouillon', reponse: 'Bonjour,' }, author)
    await write(first)
    const now = house.goTo(1).toISOString()
    const insert = house.db.prepare("INSERT INTO drafts (author, place, fields, at) VALUES (?, ?, '{}', ?)")
    for (let n = 0; n < 199; n++) insert.run(HOUSE, `page ${n}`, now)
    await write(second)
    expect([(await shown(first)).typed, house.count('drafts')]).toEqual([{}, 200])
    house.goTo(90 * DAY)
    await write(first, OTHER)
    expect(house.count('drafts'), 'drafts, the oldest of exactly ninety days').toBe(201)
    house.goTo(1)
    await write(first, OTHER)
    expect(house.count('drafts'), 'drafts once ninety days are over').toBe(1)
  })

  it('of an answer stays where the follow-up alone is saved', async () => {
    const reference = house.submit('contact')
    await post(reference, { action: 'suivi', reponse: 'Bonjour,', note: 'Note', version: '0' })
    expect((await shown(reference)).typed).toEqual({ reponse: 'Bonjour,' })
    expect(leadRow(reference)).toMatchObject({ note: 'Note' })
  })

  it('that is written on another device stays where this one, which did not show it, keeps something else', async () => {
    const reference = house.submit('contact')
    const page = { version: '0', derniere: '0', brouillon: '' }
    await post(reference, { action: 'brouillon', ...page, reponse: 'Écrite au téléphone' })
    await post(reference, { action: 'suivi', ...page, reponse: '', rappel: '2026-12-20' })
    expect((await shown(reference)).typed).toMatchObject({ reponse: 'Écrite au téléphone' })
    await post(reference, { action: 'brouillon', ...page, reponse: '', note: 'Ma note' })
    expect((await shown(reference)).typed).toMatchObject({ reponse: 'Écrite au téléphone', note: 'Ma note' })
    await post(reference, { action: 'brouillon', ...page, reponse: '', note: '' })
    expect((await shown(reference)).typed, 'once the note is taken back').not.toHaveProperty('note')
    await post(reference, { action: 'modele:ambassade-oui', ...page, reponse: '' })
    expect((await shown(reference)).typed.reponse).toBe('Écrite au téléphone\n\nBienvenue.')
  })

  it.each(['that was shown', 'of this page'])('%s ends where its text is taken away', async (which) => {
    const reference = house.submit('contact')
    await post(reference, { action: 'brouillon', brouillon: '', reponse: 'À oublier', derniere: '0' })
    const brouillon = which === 'of this page' ? 'ici' : String((await shown(reference)).draftAt)
    await post(reference, { action: 'brouillon', brouillon, reponse: '', derniere: '0' })
    expect(house.count('drafts'), 'drafts').toBe(0)
  })

  it('hides nothing that somebody else noted meanwhile', async () => {
    const reference = house.submit('contact')
    const page = { state: 'nouvelle', note: '', rappel: '', version: '0', etat: 'répondue', derniere: '0' }
    await post(reference, { action: 'brouillon', ...page, reponse: 'B' })
    await post(reference, { action: 'suivi', note: 'PAYÉ', rappel: '2026-12-20', version: '0' }, OTHER)
    expect((await shown(reference)).typed).toEqual({ reponse: 'B', etat: 'répondue', derniere: '0' })
    await post(reference, { action: 'brouillon', ...page, note: 'Ma note' })
    expect((await shown(reference)).typed).toEqual({ note: 'Ma note', version: '0' })
  })

  it('of nothing is none', async () => {
    const reference = house.submit('contact')
    await post(reference, { action: 'brouillon', state: 'nouvelle', note: '', rappel: '', version: '0', derniere: '0' })
    expect(house.count('drafts'), 'drafts of a page that was only looked at').toBe(0)
  })

  it('does not write over what somebody else noted meanwhile', async () => {
    const reference = house.submit('contact')
    await post(reference, { action: 'brouillon', note: 'Ma note', version: '0' })
    await post(reference, { action: 'suivi', note: 'Leur note', version: '0' }, OTHER)
    const { typed } = await shown(reference)
    expect(await post(reference, { action: 'suivi', ...typed })).toMatchObject({ status: 409 })
    expect(leadRow(reference)).toMatchObject({ note: 'Leur note' })
  })
})
