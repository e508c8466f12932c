import { describe, expect, it } from 'vitest'
import { answerLead } from '../../../src/server/desk/lead/answer-lead.ts'
import { leadsWithDraftAnswer } from '../../../src/server/leads/follow-up/today.ts'
import { searchLeads } from '../../../src/server/leads/search.ts'
import { plain } from '../../plain.ts'
import { STAFF } from './desk-site.ts'
import { askLead, backend, postLead as post, reopenWithoutEmail, requestTo, sent, setUpTestDesk } from './test-desk.ts'

const BEGIN = '2026-11-23T10:00:00.000Z'
const OTHER = 'bureau@hera.example'
const DAY = 86_400_000
const TEXT = 'Bonjour,\n\nOui, en bordeaux.\nEt en vert.'

setUpTestDesk(BEGIN)

const shown = (reference: string, query = '', author: string | null = STAFF) => askLead(reference, { query, author })
const answer = (reference: string, more: Record<string, string> = {}, author: string | null = STAFF) =>
  post(reference, { action: 'repondre', reponse: TEXT, ...more }, author)
const leadRow = (reference: string) =>
  backend.rows('SELECT state, note, remind_on FROM leads WHERE reference = ?', reference)[0]
const found = async (words: string) => (await searchLeads(backend.db, words, 10)).map(({ reference }) => reference)
/** Sends the queued e-mails after ten seconds and returns the replies. */
const go = () => {
  backend.goTo(10_000)
  return backend.mails().filter(({ kind }) => kind === 'reply')
}

describe('reply', () => {
  it('is found by its words and those of the note, until it is taken back', async () => {
    const [reference, other] = [backend.submit('contact', { message: 'Un tapis ?' }), backend.submit('newsletter')]
    expect(await found('bordeaux')).toEqual([])
    await answer(reference, { note: 'vue au salon de Lyon' })
    expect([await found('tapis bordeaux'), await found('salon lyon')]).toEqual([[reference], [reference]])
    await post(reference, { action: 'annuler', reponse_id: '1' })
    expect(await found('bordeaux'), 'found by a reply that was taken back').toEqual([])
    await post(other, { action: 'suivi', note: 'amie de Zoé', version: '0' })
    expect(await found('zoe')).toEqual([other])
  })

  it('is sent after ten seconds, in the thread of the acknowledgement, and quotes the message', async () => {
    const reference = backend.submit('contact', { message: 'Un tapis ?\nVoyez https://mal.example\u202Etxt' })
    const [acknowledged] = backend.mails().filter(({ kind }) => kind === 'acknowledgement')
    backend.goTo(60_000)
    expect(sent(await answer(reference))).toEqual([303, '/bureau?parti=1'])
    backend.goTo(9_999)
    expect(backend.mails(), 'e-mails before the ten seconds are over').toEqual([])
    const [{ mail } = {}] = go()
    expect(mail).toMatchObject({ to: ['lea@exemple.fr'], replyTo: STAFF })
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
      replies: [{ text: TEXT, author: STAFF, waits: false, failed: false }],
      changes: [{ author: STAFF, state: 'répondue' }],
    })
  })

  it('continues the thread of earlier replies, and has an address of MAIL_TO as Reply-To', async () => {
    const reference = backend.submit('contact')
    backend.mails()
    await answer(reference)
    const [first] = go()
    await answer(reference, { derniere: '1' }, 'quelqu.un@ailleurs.example')
    const [second] = go()
    const references = second?.mail.headers.References?.split(' ') ?? []
    expect(references, 'References: the acknowledgement and the first reply').toHaveLength(2)
    expect(references[1]).toBe(`<${first?.mail.messageId}>`)
    expect(second?.mail.headers['In-Reply-To']).toBe(references[0])
    // The author is not in MAIL_TO, so Reply-To is MAIL_TO.
    expect(second?.mail.replyTo).toBe(STAFF)
  })

  it('that is sent first replaces the acknowledgement and the notice', async () => {
    const reference = backend.submit('contact')
    const withdrawal = backend.submit('withdrawal')
    await answer(reference)
    await answer(withdrawal)
    backend.goTo(10_000)
    // Replies are sent first.
    const kinds = backend.mails().map(({ kind, mail }) => [kind, mail.to[0] === 'lea@exemple.fr'])
    expect(kinds).toEqual([
      ['reply', true],
      ['reply', true],
      // Required by law even after a reply.
      ['withdrawal', true],
    ])
  })

  it('redirects to the next lead to answer, and stores the note and the reminder of the same request', async () => {
    backend.submit('contact', { email: 'robot@exemple.fr' }, true)
    // The withdrawal waits for its parcel, and the contact request until tomorrow.
    backend.submit('withdrawal')
    await post(backend.submit('contact', { email: 'demain@exemple.fr' }), { action: 'demain', version: '0' })
    const late = backend.submit('contact', { email: 'a@exemple.fr' })
    backend.goTo(1000)
    const next = backend.submit('contact', { email: 'b@exemple.fr' })
    const typed = { note: 'Devis 12', rappel: '2026-11-30', etat: 'en cours', version: '0', derniere: '0' }
    expect(sent(await answer(late, typed))).toEqual([303, `/bureau/${next}?parti=1`])
    expect(leadRow(late)).toEqual({ state: 'en cours', note: 'Devis 12', remind_on: '2026-11-30' })
    expect((await shown(next, 'parti=1')).undo).toEqual({ id: 1, reference: late, who: 'Léa Martin' })
    go()
    expect((await shown(next, 'parti=1')).undo, 'undo of a sent reply').toBeUndefined()
  })

  it.each([
    ['is overdue', '2026-11-22', '2026-11-22', null],
    ['is due today', '2026-11-23', '2026-11-23', null],
    ['is in the future', '2026-11-24', '2026-11-24', '2026-11-24'],
    ['is overdue and gets a new date', '2026-11-22', '2026-11-30', '2026-11-30'],
  ])('with a reminder that %s keeps only a future date', async (_, remind_on, rappel, left) => {
    const reference = backend.submit('contact')
    backend.db.prepare('UPDATE leads SET remind_on = ?').run(remind_on)
    await answer(reference, { rappel })
    expect(leadRow(reference)).toMatchObject({ state: 'répondue', remind_on: left })
  })

  it('can be taken back while it is queued: it becomes a draft, and the lead is restored', async () => {
    const reference = backend.submit('contact')
    backend.mails()
    await answer(reference)
    expect(sent(await post(reference, { action: 'annuler', reponse_id: '1' }))).toEqual([
      303,
      `/bureau/${reference}?fait=reprise#reponse`,
    ])
    expect(go(), 'replies sent after the undo').toEqual([])
    expect(leadRow(reference)).toMatchObject({ state: 'nouvelle' })
    expect(await shown(reference)).toMatchObject({ typed: { reponse: TEXT }, file: { replies: [] } })
    await answer(reference)
    const outbox = (marks: string) => backend.db.exec(`UPDATE outbox SET ${marks} WHERE kind = 'reply'`)
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

  it('that is taken back is placed above a draft written since, whose note can be saved', async () => {
    const reference = backend.submit('contact')
    await answer(reference, { version: '0', derniere: '0' })
    const since = { reponse: 'P.-S. En lin aussi.', note: 'Ma note' }
    await post(reference, { action: 'brouillon', ...since, version: '1', derniere: '1' })
    await post(reference, { action: 'annuler', reponse_id: '1' })
    const { typed, file } = await shown(reference)
    expect(typed).toMatchObject({ reponse: `${TEXT}\n\nP.-S. En lin aussi.`, note: 'Ma note' })
    const page = { version: String(file.lead.version), derniere: '0', ...typed }
    expect(sent(await post(reference, { action: 'suivi', ...page }))[0]).toBe(303)
    expect(leadRow(reference)).toMatchObject({ note: 'Ma note' })
  })

  it.each([
    ['is overdue', '2026-11-22', '2026-11-23'],
    ['is due today', '2026-11-23', '2026-11-23'],
    ['is in the future', '2026-11-24', '2026-11-24'],
  ])('that is taken back restores a reminder that %s and keeps the selected state', async (_, remind_on, left) => {
    const reference = backend.submit('contact')
    // Set by the page, so that the history contains it.
    backend.goTo(-2 * DAY)
    await post(reference, { action: 'suivi', rappel: remind_on, version: '0' })
    backend.goTo(2 * DAY)
    await answer(reference, { rappel: remind_on, etat: 'en cours', version: '1' })
    await post(reference, { action: 'annuler', reponse_id: '1' })
    expect(leadRow(reference)).toMatchObject({ state: 'nouvelle', remind_on: left })
    expect((await shown(reference)).typed).toMatchObject({ reponse: TEXT, etat: 'en cours' })
  })

  it.each([
    ['only white space', '  \n ', 'Écrivez votre réponse'],
    [
      'an unfilled blank of a template',
      'Prix : [à compléter : le prix].',
      'Il reste à remplir : [à compléter : le prix].',
    ],
    ['20,001 characters', 'x'.repeat(20_001), '20\u202F001 caractères'],
  ])('with %s is rejected, and the input is kept', async (_, reponse, sentence) => {
    const reference = backend.submit('contact')
    const refused = await answer(reference, { reponse, note: 'Note' })
    expect(refused).toMatchObject({ status: 422, message: { good: false, text: expect.stringContaining(sentence) } })
    expect(refused.typed).toMatchObject({ ...(reponse.trim() && { reponse: reponse.trim() }), note: 'Note' })
    expect(backend.rows('SELECT * FROM replies'), 'rejected replies that were stored').toEqual([])
  })

  it.each([
    ['refused', 'répondue', 'en cours'],
    ['expired', 'répondue', 'en cours'],
    ['refused', 'sans suite', 'sans suite'],
  ] as const)('that is not delivered (%s) reopens the lead today: %s becomes %s', async (why, etat, state) => {
    const reference = backend.submit('contact')
    backend.mails()
    await answer(reference, { etat, rappel: '2026-12-10' })
    backend.goTo(10_000)
    const dispatch = backend.taken()
    backend.outbox.fail(dispatch, why, '550 inconnu')
    backend.writers.reply?.onFailed?.(dispatch.messages[0], why === 'refused')
    expect(leadRow(reference)).toMatchObject({ state, remind_on: '2026-11-23' })
    expect(backend.desk.tasks().flatMap(({ leads }) => leads.map((lead) => lead.reference))).toEqual([reference])
    const { changes, replies } = backend.desk.lead(reference) ?? {}
    expect(changes?.map(({ author, what }) => [author, what])).toContainEqual([
      'site',
      'votre réponse n’est pas arrivée',
    ])
    expect(replies).toMatchObject([{ failed: true }])
    const corrected = await post(reference, { action: 'corriger', adresse: 'lea@exemple.com' })
    expect(sent(corrected), 'says that the reply is sent again').toEqual([303, `/bureau/${reference}?fait=repartie`])
    expect(backend.desk.lead(reference)).toMatchObject({ replies: [{ failed: false }] })
    expect(go()).toMatchObject([{ mail: { to: ['lea@exemple.com'] } }])
  })

  it('is sent once on a double click, with the same response', async () => {
    const reference = backend.submit('contact')
    const first = sent(await answer(reference, { derniere: '0', version: '0' }))
    expect(sent(await answer(reference, { derniere: '0', version: '0' }))).toEqual(first)
    const more = await answer(reference, { derniere: '0', version: '0', note: 'Ma note', rappel: '2026-12-20' })
    expect(more, 'with a note added since').toMatchObject({ status: 409, typed: { note: 'Ma note' } })
    expect(backend.count('replies'), 'replies').toBe(1)
  })

  it('is sent once on a double click if a reminder is due', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'suivi', rappel: '2026-11-23', version: '0' })
    const page = { derniere: '0', version: '1', note: '', rappel: '2026-11-23' }
    const first = sent(await answer(reference, page))
    expect(sent(await answer(reference, page))).toEqual(first)
    expect(backend.count('replies'), 'replies').toBe(1)
    expect(leadRow(reference)).toMatchObject({ state: 'répondue', remind_on: null })
  })

  it('returns 409 if the follow-up was changed meanwhile', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'suivi', note: 'Leur note', version: '0' }, OTHER)
    const late = await answer(reference, { derniere: '0', version: '0', note: 'Ma note' })
    expect(late).toMatchObject({ status: 409, message: { text: expect.stringContaining('a modifié ce suivi') } })
    expect(late.typed).toMatchObject({ reponse: TEXT, note: 'Ma note', version: '1' })
    expect(backend.count('replies'), 'replies').toBe(0)
  })

  it('needs a confirmation if another person replied meanwhile', async () => {
    const reference = backend.submit('contact')
    await answer(reference, { derniere: '0', version: '0' })
    const second = await answer(reference, { derniere: '0', version: '0' }, OTHER)
    expect(second).toMatchObject({ status: 409, message: { text: expect.stringContaining('a répondu entre-temps') } })
    expect(second.typed).toMatchObject({ reponse: TEXT, derniere: '1' })
    expect(backend.rows('SELECT author FROM replies')).toEqual([{ author: STAFF }])
    expect(sent(await answer(reference, { ...second.typed }, OTHER))[0]).toBe(303)
    expect(backend.rows('SELECT author FROM replies')).toEqual([{ author: STAFF }, { author: OTHER }])
  })

  it('leaves a withdrawal open until the refund', async () => {
    const reference = backend.submit('withdrawal')
    await answer(reference)
    expect(leadRow(reference)).toMatchObject({ state: 'en cours' })
    expect(await post(reference, { action: 'suivi', state: 'sans suite' })).toMatchObject({ status: 422 })
    await post(reference, { action: 'repondue' })
    expect(leadRow(reference)).toMatchObject({ state: 'remboursée' })
  })

  it('is erased with its lead', async () => {
    const reference = backend.submit('contact')
    await answer(reference)
    await post(reference, { action: 'brouillon', reponse: 'Encore' }, OTHER)
    backend.desk.erase('lea@exemple.fr')
    for (const table of ['replies', 'drafts', 'outbox']) expect(backend.count(table), table).toBe(0)
    expect(go(), 'replies sent after the erasure').toEqual([])
  })
})

describe('reply without e-mail', () => {
  it('is prepared for the mail program, and stored when the operator confirms that it was sent', async () => {
    reopenWithoutEmail()
    const reference = backend.submit('contact')
    expect(await answer(reference)).toMatchObject({ status: 200, readyToMail: true, typed: { reponse: TEXT } })
    expect(backend.rows('SELECT * FROM replies'), 'replies stored before the confirmation').toEqual([])
    expect((await shown(reference)).typed).toMatchObject({ reponse: TEXT })
    expect(sent(await post(reference, { action: 'envoyee', reponse: TEXT }))[0]).toBe(303)
    expect(backend.rows('SELECT text, message_id FROM replies')).toEqual([{ text: TEXT, message_id: null }])
    expect(await found('bordeaux'), 'found by a reply that was sent from a mail program').toEqual([reference])
    expect(leadRow(reference)).toMatchObject({ state: 'répondue' })
  })
})

describe('prepared reply', () => {
  it('is added below the text of the field, and selects its state', async () => {
    const reference = backend.submit('ambassador')
    await post(reference, { action: 'modele:ambassade-oui', reponse: 'Chère Inès,', note: 'Note' })
    const { typed } = await shown(reference)
    expect(typed).toMatchObject({ reponse: 'Chère Inès,\n\nBienvenue.', note: 'Note', etat: 'acceptée' })
    await answer(reference, { etat: typed.etat ?? '' })
    expect(leadRow(reference)).toMatchObject({ state: 'acceptée' })
  })

  it('replaces another one that was not edited, with the state that it set', async () => {
    const reference = backend.submit('ambassador')
    await post(reference, { action: 'modele:ambassade-oui', reponse: '', etat: 'répondue' })
    const { typed, seenDraft: brouillon } = await shown(reference)
    const { reponse = '', etat = '' } = typed
    await post(reference, { action: 'modele:devis', brouillon, reponse, etat })
    expect((await shown(reference)).typed).toMatchObject({ reponse: 'Prix : [à compléter : prix].', etat: '' })
  })

  it('is a begun answer only once it is edited', async () => {
    const reference = backend.submit('contact')
    const begun = () => leadsWithDraftAnswer(backend.db)
    await post(reference, { action: 'modele:devis', reponse: '' })
    expect(begun(), 'after a tap').toEqual([])
    const { reponse = '' } = (await shown(reference)).typed
    for (const action of ['brouillon', 'suivi']) {
      await post(reference, { action, reponse, note: 'Note' })
      expect(begun(), `saved by ${action}`).toEqual([])
    }
    await post(reference, { action: 'brouillon', reponse: `${reponse} Léa` })
    expect(begun(), 'edited').toEqual([reference])
    await post(reference, { action: 'modele:ambassade-oui', reponse: 'Chère Léa,' })
    expect(begun(), 'added to own words').toEqual([reference])
  })

  it('with an unknown name changes nothing', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'modele:../../secret', reponse: 'Bonjour' })
    expect((await shown(reference)).typed.reponse).toBe('Bonjour')
  })
})

describe('draft of a reply', () => {
  it('is shown to its author only, until it is sent', async () => {
    const reference = backend.submit('contact')
    const another = backend.submit('contact', { email: 'max@exemple.fr' })
    await post(another, { action: 'brouillon', reponse: 'Cher Max,' }, OTHER)
    await post(reference, { action: 'brouillon', reponse: 'Bon', note: 'Note', version: '0' })
    const later = backend.goTo(1000).toISOString()
    await post(reference, { action: 'brouillon', reponse: 'Bonjour,', note: 'Note', version: '0' })
    expect(await shown(reference)).toMatchObject({ typed: { reponse: 'Bonjour,', note: 'Note' }, draftAt: later })
    expect((await shown(reference, '', OTHER)).typed).toEqual({})
    expect((await shown(another, '', OTHER)).typed).toEqual({ reponse: 'Cher Max,' })
    expect((await shown(reference, '', null)).typed).toEqual({})
    await answer(reference)
    expect((await shown(reference)).typed).toEqual({})
  })

  it('is deleted after 90 days', async () => {
    const [first, second] = [backend.submit('contact'), backend.submit('contact', { email: 'max@exemple.fr' })]
    const write = (reference: string) => post(reference, { action: 'brouillon', reponse: 'Bonjour,' })
    await write(first)
    backend.goTo(90 * DAY)
    await write(second)
    expect(backend.count('drafts'), 'drafts after exactly 90 days').toBe(2)
    backend.goTo(1)
    await write(second)
    expect(backend.count('drafts'), 'drafts after more than 90 days').toBe(1)
  })

  it('is kept when only the follow-up is saved', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'suivi', reponse: 'Bonjour,', note: 'Note', version: '0' })
    expect((await shown(reference)).typed).toEqual({ reponse: 'Bonjour,' })
    expect(leadRow(reference)).toMatchObject({ note: 'Note' })
  })

  it('of another device is kept when a page that did not show it saves other fields', async () => {
    const reference = backend.submit('contact')
    const page = { version: '0', derniere: '0', brouillon: '', page: 'b' }
    await post(reference, { action: 'brouillon', ...page, page: 'a', reponse: 'Écrite au téléphone' })
    await post(reference, { action: 'suivi', ...page, reponse: '', rappel: '2026-12-20' })
    expect((await shown(reference)).typed).toMatchObject({ reponse: 'Écrite au téléphone' })
    await post(reference, { action: 'brouillon', ...page, reponse: '', note: 'Ma note' })
    expect((await shown(reference)).typed).toMatchObject({ reponse: 'Écrite au téléphone', note: 'Ma note' })
    await post(reference, { action: 'brouillon', ...page, reponse: '', note: '' })
    expect((await shown(reference)).typed, 'after the note is cleared').not.toHaveProperty('note')
    await post(reference, { action: 'modele:ambassade-oui', ...page, reponse: '' })
    expect((await shown(reference)).typed.reponse).toBe('Écrite au téléphone\n\nBienvenue.')
  })

  it.each(['shown by the page', 'saved by the page'])('%s is deleted when its text is cleared', async (which) => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'brouillon', brouillon: '', page: 'a', reponse: 'À oublier', derniere: '0' })
    const { seenDraft } = await shown(reference)
    const page = which === 'saved by the page' ? { brouillon: '', page: 'a' } : { brouillon: seenDraft, page: 'b' }
    await post(reference, { action: 'brouillon', ...page, reponse: '', derniere: '0' })
    expect(backend.count('drafts'), 'drafts').toBe(0)
  })

  it.each(['brouillon', 'suivi', 'repondre', 'envoyee', 'modele:ambassade-oui'])(
    'of another device is not replaced by «%s» before the person was told',
    async (action) => {
      const reference = backend.submit('contact')
      const [phone, laptop] = ['phone', 'laptop'].map((page) => ({ brouillon: '', page, version: '0', derniere: '0' }))
      await post(reference, { action: 'brouillon', ...laptop, reponse: 'Bonjour' })
      backend.goTo(1000)
      await post(reference, { action: 'brouillon', ...laptop, reponse: 'Bonjour,', note: 'Cuir' })
      const before = backend.rows('SELECT * FROM drafts')
      backend.goTo(1000)
      const own = { action, ...phone, reponse: 'Chère Léa,', note: 'Nylon' }
      const refused = await post(reference, own)
      expect(refused).toMatchObject({ status: 409, typed: { reponse: 'Chère Léa,', note: 'Nylon' } })
      expect(plain(refused.message?.text)).toContain('continué ce brouillon sur un autre appareil')
      expect([backend.rows('SELECT * FROM drafts'), backend.count('replies')]).toEqual([before, 0])
      expect(leadRow(reference), 'the lead').toMatchObject({ state: 'nouvelle', note: null })
      expect(sent(await post(reference, { ...own, ...refused.typed, brouillon: refused.seenDraft }))[0]).toBe(303)
    },
  )

  it('of another device is not deleted by a reply without a note', async () => {
    const reference = backend.submit('contact')
    const page = { brouillon: '', version: '0', derniere: '0' }
    await post(reference, { action: 'brouillon', ...page, page: 'laptop', note: 'Cuir' })
    expect(await answer(reference, { ...page, page: 'phone' })).toMatchObject({ status: 409 })
    expect((await shown(reference)).typed).toMatchObject({ note: 'Cuir' })
  })

  it('of another device is not replaced by a note that was cleared', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'suivi', note: 'Cuir', version: '0' })
    const page = { action: 'brouillon', brouillon: '', version: '1' }
    await post(reference, { ...page, page: 'laptop', note: 'Cuir et nylon' })
    expect(await post(reference, { ...page, page: 'phone', note: '' })).toMatchObject({ status: 409 })
    expect((await shown(reference)).typed).toMatchObject({ note: 'Cuir et nylon' })
  })

  it('of another device does not hide that another person replied meanwhile', async () => {
    const reference = backend.submit('contact')
    const page = { brouillon: '', version: '0', derniere: '0' }
    await post(reference, { action: 'brouillon', ...page, page: 'laptop', reponse: 'Bonjour' })
    await answer(reference, page, OTHER)
    const own = { action: 'repondre', ...page, page: 'phone', reponse: 'Chère Léa,' }
    const refused = await post(reference, own)
    expect(plain(refused.message?.text)).toContain('sur un autre appareil')
    const again = await post(reference, { ...own, ...refused.typed, brouillon: refused.seenDraft })
    expect(plain(again.message?.text)).toContain('Quelqu’un a répondu entre-temps')
    expect(backend.count('replies'), 'replies').toBe(1)
  })

  it('of a page that was refused for another reason is not taken for one of another device', async () => {
    const reference = backend.submit('contact')
    const page = { brouillon: '', version: '0', derniere: '0' }
    await post(reference, { action: 'brouillon', ...page, page: 'laptop', note: 'Cuir' })
    const own = { ...page, page: 'phone', reponse: 'Chère Léa,' }
    await post(reference, { action: 'brouillon', ...own })
    const refused = await post(reference, { action: 'suivi', ...own, rappel: 'demain' })
    expect(refused).toMatchObject({ status: 422, seenDraft: '' })
    const again = { ...own, page: String(refused.page), reponse: 'Chère Léa, oui' }
    expect(sent(await post(reference, { action: 'brouillon', ...again }))[0]).toBe(303)
  })

  it('that is not replaced is explained to the script that saves while the user types', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'brouillon', brouillon: '', page: 'laptop', reponse: 'Bonjour,' })
    const request = requestTo(`/bureau/${reference}`, {
      action: 'brouillon',
      brouillon: '',
      page: 'phone',
      reponse: 'B',
    })
    request.headers.set('Accept', 'application/json')
    const needs = { desk: backend.desk, prepared: async () => [] }
    const answered = (await answerLead(request, reference, new URLSearchParams(), needs)) as Response
    expect(answered.status).toBe(409)
    expect(await answered.json()).toMatchObject({
      message: expect.stringContaining('sur un autre appareil'),
      seenDraft: BEGIN,
    })
  })

  it('does not hide a note that another person saved meanwhile', async () => {
    const reference = backend.submit('contact')
    const page = { state: 'nouvelle', note: '', rappel: '', version: '0', etat: 'répondue', derniere: '0' }
    await post(reference, { action: 'brouillon', ...page, reponse: 'B' })
    await post(reference, { action: 'suivi', note: 'PAYÉ', rappel: '2026-12-20', version: '0' }, OTHER)
    expect((await shown(reference)).typed).toEqual({ reponse: 'B', etat: 'répondue', derniere: '0' })
    await post(reference, { action: 'brouillon', ...page, note: 'Ma note' })
    expect((await shown(reference)).typed).toEqual({ note: 'Ma note', version: '0' })
  })

  it('is not stored without input', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'brouillon', state: 'nouvelle', note: '', rappel: '', version: '0', derniere: '0' })
    expect(backend.count('drafts'), 'drafts without input').toBe(0)
  })

  it('does not overwrite a note that another person saved meanwhile', async () => {
    const reference = backend.submit('contact')
    await post(reference, { action: 'brouillon', note: 'Ma note', version: '0' })
    await post(reference, { action: 'suivi', note: 'Leur note', version: '0' }, OTHER)
    const { typed } = await shown(reference)
    expect(await post(reference, { action: 'suivi', ...typed })).toMatchObject({ status: 409 })
    expect(leadRow(reference)).toMatchObject({ note: 'Leur note' })
  })
})
