import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import type { LeadState } from '../../../src/forms/states.ts'
import { replyLink } from '../../../src/server/desk/lead/reply-link.ts'
import { toLine } from '../../../src/server/desk/list-lines.ts'
import { deadlineOf } from '../../../src/server/leads/follow-up/deadline.ts'
import { findLead, type Lead } from '../../../src/server/leads/leads.ts'
import { CONFIRM } from '../../samples.ts'
import { openStillDesk, type StillDesk } from './still-desk.ts'

const PROMISES = { hours: 48, refundDays: 14 }
/** A Monday. */
const BEGIN = '2026-11-23T10:00:00.000Z'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let house: StillDesk
beforeEach(() => {
  house = openStillDesk(BEGIN)
})
afterEach(() => house.close())

const plain = (text = '') => text.replace(/[\u00A0\u202F]/g, ' ')
const leadOf = (reference: string) => findLead(house.db, reference) as Lead

describe('the list', () => {
  it('shows thirty at a time, what waits longest first, and where the next ones begin', async () => {
    const references = Array.from({ length: 31 }, (_, n) => {
      house.goTo(1000)
      return house.submit('contact', { email: `p${n}@exemple.fr` })
    })
    const first = house.desk.list({ selection: 'a-repondre' })
    expect(first.leads.map(({ reference }) => reference)).toEqual(references.slice(0, 30))
    const second = house.desk.list({ selection: 'a-repondre', after: first.next })
    expect(second.leads.map(({ reference }) => reference)).toEqual(references.slice(30))
    expect(second.next).toBeUndefined()
    expect(house.desk.count('a-repondre')).toBe(31)
    expect(house.desk.count('suspectes')).toBe(0)
  })

  const line = async (name: FormName, extra: Record<string, string> = {}, now = house.clock()) => {
    const reference = house.submit(name, extra)
    const { leads } = house.desk.list({ selection: 'toutes' })
    const entry = leads.find((lead) => lead.reference === reference)
    if (!entry) throw new Error('not listed')
    return { entry, shown: toLine(entry, PROMISES, now) }
  }

  it('says of each who it is, what about, since when, and by when the house answers', async () => {
    const { entry, shown } = await line('partnership', { message: 'Bonjour  à\n tous' })
    expect(shown).toMatchObject({
      reference: entry.reference,
      who: 'Sellerie d’exemple, Camille Exemple',
      what: expect.stringMatching(/^Paris · .+ · Bonjour à tous$/),
      since: 'Candidature de revendeur, aujourd’hui à 11 h',
      state: 'nouvelle',
      remind: undefined,
    })
    expect(plain(shown.deadline?.words)).toBe('à répondre avant mercredi 25 novembre à 11 h')
    expect(shown.deadline?.late).toBe(false)
    const at = (ms: number) => toLine(entry, PROMISES, new Date(Date.parse(BEGIN) + ms))
    expect(at(48 * HOUR).deadline?.late).toBe(false)
    expect(at(48 * HOUR + 1).deadline).toMatchObject({
      late: true,
      words: expect.stringContaining('en retard : promis'),
    })
    expect(toLine({ ...entry, remind_on: '2026-12-01' }, PROMISES, house.clock()).remind).toBe('1er décembre 2026')
  })

  it('shows the option of a choice in words, and no more than 140 signs of what was written', async () => {
    const { shown } = await line('contact', { message: '🐴'.repeat(150) })
    const option = forms.contact.fields.subject?.options?.commande
    expect(shown.what).toBe(`${option} · ${'🐴'.repeat(137 - (option?.length ?? 0))}…`)
    expect((await line('contact', { message: 'Court.' })).shown.what).toBe(`${option} · Court.`)
    const exact = 140 - `${option} · `.length
    expect((await line('contact', { message: 'x'.repeat(exact) })).shown.what).not.toContain('…')
    expect((await line('contact', { message: 'x'.repeat(exact + 1) })).shown.what).toHaveLength(141)
  })

  it('leaves out what was not answered', async () => {
    const { shown } = await line('withdrawal')
    expect(shown).toMatchObject({ who: 'Léa Martin', what: 'D-2026-014' })
  })

  it('names a sign-up by its address: it waits for no answer', async () => {
    const { shown, entry } = await line('newsletter')
    expect(shown).toMatchObject({ who: 'lettre@exemple.fr', what: '', deadline: undefined, state: '', acts: 'none' })
    expect(entry.form).toBe('newsletter')
  })

  it('promises no answer to what is suspected or done', async () => {
    const lead = leadOf(house.submit('contact', {}, true))
    expect(toLine(lead, PROMISES, house.clock())).toMatchObject({
      state: 'suspecte',
      deadline: undefined,
      acts: 'spam',
    })
    const sound = leadOf(house.submit('contact'))
    const waits = (state: LeadState) => deadlineOf({ ...sound, state }, PROMISES, house.clock()) !== undefined
    expect((['nouvelle', 'en cours', 'répondue', 'sans suite'] as const).map(waits)).toEqual([true, true, false, false])
  })

  it('says by which day a withdrawal is refunded, and how old somebody under age is', async () => {
    const { shown, entry } = await line('withdrawal')
    expect(shown).toMatchObject({
      acts: 'refund',
      deadline: { words: 'à rembourser avant le 7 décembre 2026', late: false },
    })
    const at = (day: string) => deadlineOf(entry, PROMISES, new Date(day))
    expect(at('2026-12-07T22:59:59.000Z')?.late).toBe(false)
    expect(at('2026-12-07T23:00:00.000Z')?.late).toBe(true)
    const young = await line('ambassador', { birth_date: '2010-05-02', guardian_consent: 'on' })
    expect(young.shown.who).toMatch(/, 16 ans$/)
    expect((await line('ambassador', { birth_date: '2001-05-02' })).shown.who).not.toContain('ans')
  })
})

describe('one submission', () => {
  it('has its answers, its follow-up, its e-mails and what else the person sent', async () => {
    const other = house.submit('withdrawal')
    house.goTo(1000)
    const reference = house.submit('contact', { message: 'Un tapis' })
    expect(await house.desk.changeFollowUp(reference, { state: 'en cours', note: 'Une note' }, 0)).toEqual({
      kind: 'changed',
    })
    const file = house.desk.lead(reference)
    expect(file).toMatchObject({
      lead: { form: 'contact', reference, message: 'Un tapis', state: 'en cours', note: 'Une note', version: 1 },
      changes: [{ state: 'en cours', at: '2026-11-23T10:00:01.000Z' }],
      signUp: undefined,
      notice: expect.stringContaining('Hera'),
      messages: [
        { kind: 'demande', to: 'vous', state: 'attend son tour', error: null },
        { kind: 'accusé', to: 'lea@exemple.fr', state: 'attend son tour', error: null },
      ],
      others: [{ form: 'withdrawal', reference: other }],
    })
    expect(file?.others).toHaveLength(1)
    expect(file?.answers).toContainEqual({ label: 'Message', value: 'Un tapis' })
    expect(file?.answers.map(({ label }) => label)).toEqual(['Nom', 'Adresse e-mail', 'Objet', 'Message'])
    expect(house.desk.lead('C-0000-0000')).toBeUndefined()
  })

  it('says of a sign-up whether it is confirmed, and where no e-mail is sent, what its e-mails wait for', () => {
    house.close()
    house = openStillDesk(BEGIN, false)
    const file = house.desk.lead(house.submit('newsletter'))
    expect(file).toMatchObject({ signUp: 'non confirmée', others: [] })
    expect(file?.messages[0]?.state).toBe('attend que le site envoie des e-mails')
    expect(house.desk.house).toEqual([])
  })

  it('is answered in the mail program, to the person alone, whatever they typed', () => {
    const email = "o'br?cc=x&y@exemple.fr"
    const reference = house.submit('contact', { name: 'Zoé & co', email })
    const link = replyLink(leadOf(reference))
    const { pathname, searchParams } = new URL(link)
    expect(decodeURIComponent(pathname)).toBe(email)
    expect([...searchParams.keys()]).toEqual(['subject', 'body'])
    expect(searchParams.get('subject')).toBe(`Hera – ${forms.contact.title} (${reference})`)
    // Not a name, so that nothing of it is said.
    expect(searchParams.get('body')).toBe('Bonjour,\r\n\r\n\r\n\r\nHera')
    const named = leadOf(house.submit('contact', { name: 'Zoé d’Arc', email: 'z@exemple.fr' }))
    expect(new URL(replyLink(named)).searchParams.get('body')).toMatch(/^Bonjour Zoé d’Arc,\r\n/)
    const signUp = leadOf(house.submit('newsletter'))
    expect(new URL(replyLink(signUp)).searchParams.get('body')).toMatch(/^Bonjour,\r\n/)
  })
})

it('counts what came by form and week, and what waits by state', async () => {
  const [answered] = [house.submit('contact'), house.submit('contact', {}, true), house.submit('newsletter')]
  await house.desk.changeFollowUp(answered, { state: 'répondue' }, 0)
  house.goTo(6 * DAY + 13 * HOUR)
  house.submit('contact')
  const { forms: counted, states } = house.desk.figures()
  expect(states).toEqual([
    { state: 'nouvelle', count: 1 },
    { state: 'en cours', count: 0 },
    { state: 'répondue', count: 1 },
    { state: 'acceptée', count: 0 },
    { state: 'refusée', count: 0 },
    { state: 'remboursée', count: 0 },
    { state: 'sans suite', count: 0 },
  ])
  const contact = counted.find(({ form }) => form === 'contact')
  expect(contact?.counts).toMatchObject({ total: 3, suspected: 1 })
  expect(contact?.weeks).toHaveLength(12)
  expect(contact?.weeks.slice(9)).toEqual([
    { label: '09/11', value: 0 },
    { label: '16/11', value: 0 },
    { label: '23/11', value: 2 },
  ])
  house.goTo('2026-11-29T23:59:59.999Z')
  expect(house.desk.figures().forms[0]?.weeks.at(-1)?.label).toBe('23/11')
  house.goTo('2026-11-30T00:00:00.000Z')
  const { weeks = [] } = house.desk.figures().forms.find(({ form }) => form === 'contact') ?? {}
  expect(weeks.map(({ label }) => label).slice(0, 2)).toEqual(['14/09', '21/09'])
  expect(weeks.slice(10)).toEqual([
    { label: '23/11', value: 2 },
    { label: '30/11', value: 0 },
  ])
})

it('exports a form for a spreadsheet, with what only the house needs where that is asked for, and nobody who objected', async () => {
  house.submit('contact', { message: 'Un tapis' })
  const file = house.desk.export(forms.contact, 'csv')
  expect(file).toMatchObject({ name: '2026-11-23-message-de-contact.csv', total: 1 })
  expect(Buffer.concat(await Array.fromAsync(file.bytes)).toString()).toContain('Un tapis')
  house.submit('contact', { email: 'robot@exemple.fr', message: 'Un robot' }, true)
  const csv = async (technical?: boolean) =>
    Buffer.concat(await Array.fromAsync(house.desk.export(forms.contact, 'csv', technical).bytes)).toString()
  expect(await csv()).toMatch(/Référence;Reçu le;Nom;Adresse e-mail;Objet;.*Message;Suivi;Note de la maison;Rappel\r\n/)
  expect(await csv()).not.toContain('Un robot')
  expect(await csv(true)).toMatch(/;Envoyé depuis;Version de la notice;Suspect;Gardé jusqu’au\r\n.*Un robot/s)
  house.submit('newsletter')
  house.db.exec(CONFIRM)
  const lines = async () =>
    Buffer.concat(await Array.fromAsync(house.desk.export(forms.newsletter, 'ndjson').bytes)).toString()
  expect(await lines()).toContain('lettre@exemple.fr')
  house.objections.add('lettre@exemple.fr')
  expect(await lines()).toBe('')
})
