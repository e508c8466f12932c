import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { dueOf, toLine } from '../../../src/server/desk/list-lines.ts'
import { replyLink } from '../../../src/server/desk/reply-link.ts'
import { findLead, type Lead } from '../../../src/server/submissions/leads.ts'
import { openStillDesk, type StillDesk } from './still-desk.ts'

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
const leadOf = (reference: string) => findLead(house.db, reference)?.lead as Lead

describe('the list', () => {
  it('shows thirty at a time, what waits longest first, and where the next ones begin', async () => {
    const references = Array.from({ length: 31 }, (_, n) => {
      house.goTo(1000)
      return house.submit('contact', { email: `p${n}@exemple.fr` })
    })
    const wanted = { selection: 'a-repondre', words: '' } as const
    const first = await house.desk.list(wanted)
    expect(first.entries.map(({ lead }) => lead.reference)).toEqual(references.slice(0, 30))
    const second = await house.desk.list({ ...wanted, after: first.next })
    expect(second.entries.map(({ lead }) => lead.reference)).toEqual(references.slice(30))
    expect(second.next).toBeUndefined()
    expect(house.desk.count('a-repondre')).toBe(31)
    expect(house.desk.count('a-repondre', '2026-11-23T10:00:03.000Z')).toBe(2)
    expect(house.desk.count('suspectes')).toBe(0)
  })

  const line = async (name: FormName, extra: Record<string, string> = {}, now = house.clock()) => {
    const reference = house.submit(name, extra)
    const { entries } = await house.desk.list({ selection: 'toutes', words: '' })
    const entry = entries.find(({ lead }) => lead.reference === reference)
    if (!entry) throw new Error('not listed')
    return { entry, shown: toLine(entry, 48, now) }
  }

  it('says of each who it is, what about, since when, and by when the house answers', async () => {
    const { entry, shown } = await line('partnership', { message: 'Bonjour  à\n tous' })
    expect(shown).toMatchObject({
      reference: entry.lead.reference,
      who: 'Sellerie d’exemple Camille Exemple',
      what: expect.stringMatching(/^Paris · .+ · Bonjour à tous$/),
      since: 'Candidature de revendeur, à l’instant',
      late: false,
      state: 'nouvelle',
      remind: undefined,
    })
    expect(plain(shown.due)).toBe('mercredi 25 novembre à 11 h')
    const at = (ms: number) => toLine(entry, 48, new Date(Date.parse(BEGIN) + ms))
    expect(at(48 * HOUR).late).toBe(false)
    expect(at(48 * HOUR + 1).late).toBe(true)
    expect(toLine({ ...entry, remindOn: '2026-12-01' }, 48, house.clock()).remind).toBe('1er décembre 2026')
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
    expect(shown).toMatchObject({ who: 'lettre@exemple.fr', what: '', due: undefined, late: false, state: '' })
    expect(dueOf('newsletter', entry.lead, 'nouvelle', 48)).toBeUndefined()
  })

  it('promises no answer to what is suspected or done', async () => {
    const lead = leadOf(house.submit('contact', {}, true))
    const entry = { form: 'contact', lead, state: 'nouvelle', remindOn: null } as const
    expect(toLine(entry, 48, house.clock())).toMatchObject({ state: 'suspecte', due: undefined, late: false })
    const sound = leadOf(house.submit('contact'))
    const waits = (state: string) => dueOf('contact', sound, state, 48) !== undefined
    expect(['nouvelle', 'en cours', 'répondue', 'sans suite'].map(waits)).toEqual([true, true, false, false])
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
      form: 'contact',
      lead: { reference, message: 'Un tapis' },
      followUp: { state: 'en cours', note: 'Une note', version: 1 },
      changes: [{ state: 'en cours', at: '2026-11-23T10:00:01.000Z' }],
      signUp: undefined,
      notice: expect.stringContaining('Hera'),
      messages: [
        { kind: 'demande', to: 'vous', state: 'attend son tour', error: null },
        { kind: 'accusé', to: 'lea@exemple.fr', state: 'attend son tour', error: null },
      ],
      others: [{ form: 'withdrawal', lead: { reference: other } }],
    })
    expect(file?.others).toHaveLength(1)
    expect(file?.answers.map(({ value }) => value)).toContain('Un tapis')
    expect(house.desk.lead('C-0000-0000')).toBeUndefined()
  })

  it('says of a sign-up whether it is confirmed, and where no e-mail is sent, what its e-mails wait for', () => {
    house.close()
    house = openStillDesk(BEGIN, false)
    const file = house.desk.lead(house.submit('newsletter'))
    expect(file).toMatchObject({ signUp: 'non confirmée', others: [] })
    expect(file?.messages[0]?.state).toContain('SMTP_URL')
    expect(house.desk.house).toEqual([])
  })

  it('is answered in the mail program, to the person alone, whatever they typed', () => {
    const email = "o'br?cc=x&y@exemple.fr"
    const reference = house.submit('contact', { name: 'Zoé & co', email })
    const link = replyLink(forms.contact, leadOf(reference))
    const { pathname, searchParams } = new URL(link)
    expect(decodeURIComponent(pathname)).toBe(email)
    expect([...searchParams.keys()]).toEqual(['subject', 'body'])
    expect(searchParams.get('subject')).toBe(`Hera – ${forms.contact.title} (${reference})`)
    expect(searchParams.get('body')).toBe('Bonjour Zoé & co,\r\n\r\n\r\n\r\nHera')
    const signUp = leadOf(house.submit('newsletter'))
    expect(new URL(replyLink(forms.newsletter, signUp)).searchParams.get('body')).toMatch(/^Bonjour,\r\n/)
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

it('exports a form for a spreadsheet, erases a person, and keeps what letters look like for a while', async () => {
  house.submit('contact', { message: 'Un tapis' })
  const file = house.desk.export(forms.contact, 'csv', {})
  expect(file).toMatchObject({ name: 'hera-contact-2026-11-23.csv', total: 1 })
  expect(Buffer.concat(await Array.fromAsync(file.bytes)).toString()).toContain('Un tapis')
  expect(house.desk.export(forms.contact, 'csv', { until: BEGIN }).total).toBe(0)
  house.submit('newsletter')
  house.db.exec('UPDATE newsletter_subscriptions SET confirmed_at = created_at')
  const lines = async () =>
    Buffer.concat(await Array.fromAsync(house.desk.export(forms.newsletter, 'ndjson', {}).bytes)).toString()
  expect(await lines()).toContain('lettre@exemple.fr')
  house.objections.add('lettre@exemple.fr')
  expect(await lines()).toBe('')
  expect(house.desk.erasure('lea@exemple.fr')).toEqual(['lea@exemple.fr : 1 envoi, 2 e-mails.'])
  expect(house.desk.erase('lea@exemple.fr')).toBe(1)
  expect(house.count('contact_messages')).toBe(0)
  const keys = Array.from({ length: 9 }, (_, n) => house.desk.previews.keep(`<p>${n}</p>`))
  expect([keys[0], keys[1], keys[8], ''].map((key = '') => house.desk.previews.find(key))).toEqual([
    undefined,
    '<p>1</p>',
    '<p>8</p>',
    undefined,
  ])
})
