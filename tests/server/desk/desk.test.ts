import { describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import type { LeadState } from '../../../src/forms/states.ts'
import { replyLink } from '../../../src/server/desk/lead/reply-link.ts'
import { toLine } from '../../../src/server/desk/list-lines.ts'
import { listsOf, readAsked, readTodayPage } from '../../../src/server/desk/today-page.ts'
import { readToday, type TodayName } from '../../../src/server/leads/follow-up/today.ts'
import { deleteLeads, findLead, type Lead } from '../../../src/server/leads/leads.ts'
import { plain } from '../../plain.ts'
import { backend, reopenWithoutEmail, setUpTestDesk } from './test-desk.ts'

/** A Monday. */
const BEGIN = '2026-11-23T10:00:00.000Z'
const HOUR = 3_600_000
const DAY = 24 * HOUR

setUpTestDesk(BEGIN)

const leadOf = (reference: string) => findLead(backend.db, reference) as Lead

describe('list of leads', () => {
  it('returns 30 leads a page in their order, even of one instant, and where the next page starts', () => {
    const references = Array.from({ length: 31 }, (_, n) => backend.submit('contact', { email: `p${n}@exemple.fr` }))
    const first = backend.desk.list({ selection: 'a-repondre' })
    expect(first.leads.map(({ reference }) => reference)).toEqual(references.slice(0, 30))
    const second = backend.desk.list({ selection: 'a-repondre', after: first.next })
    expect(second.leads.map(({ reference }) => reference)).toEqual(references.slice(30))
    expect(second.next, 'start of a page after the last').toBeUndefined()
    expect(backend.desk.count('a-repondre'), 'leads to be answered').toBe(31)
    expect(backend.desk.count('suspectes'), 'suspected leads').toBe(0)
  })

  const line = async (name: FormName, extra: Record<string, string> = {}, now = backend.clock()) => {
    const reference = backend.submit(name, extra)
    const { leads } = backend.desk.list({ selection: 'toutes' })
    const entry = leads.find((lead) => lead.reference === reference)
    if (!entry) throw new Error('not listed')
    return { entry, shown: toLine(entry, backend.desk, now) }
  }

  it('shows sender, subject, date and reply deadline of each lead', async () => {
    const { entry, shown } = await line('partnership', { message: 'Bonjour  à\n tous' })
    expect(shown).toMatchObject({
      reference: entry.reference,
      who: 'Sellerie d’exemple, Camille Exemple',
      what: expect.stringMatching(/^Paris · .+ · Bonjour à tous$/),
      since: 'Candidature de revendeur, aujourd’hui à 11 h',
      state: undefined,
      remind: undefined,
    })
    expect(plain(shown.deadline?.words)).toBe('à répondre avant mercredi 25 novembre à 11 h')
    expect(shown.deadline?.late, 'late on arrival').toBe(false)
    const at = (ms: number) => toLine(entry, backend.desk, new Date(Date.parse(BEGIN) + ms))
    expect(at(48 * HOUR).deadline?.late, 'late at the deadline').toBe(false)
    expect(at(48 * HOUR + 1).deadline).toMatchObject({
      late: true,
      words: expect.stringContaining('en retard : promis'),
    })
    expect(toLine({ ...entry, remind_on: '2026-12-01' }, backend.desk, backend.clock()).remind).toBe(
      '1er décembre 2026',
    )
  })

  it('shows the label of an option and at most 140 characters', async () => {
    const { shown } = await line('contact', { message: '🐴'.repeat(150) })
    const option = forms.contact.fields.subject?.options?.commande
    expect(shown.what).toBe(`${option} · ${'🐴'.repeat(137 - (option?.length ?? 0))}…`)
    expect((await line('contact', { message: 'Court.' })).shown.what).toBe(`${option} · Court.`)
    const exact = 140 - `${option} · `.length
    expect((await line('contact', { message: 'x'.repeat(exact) })).shown.what).not.toContain('…')
    expect((await line('contact', { message: 'x'.repeat(exact + 1) })).shown.what).toHaveLength(141)
  })

  it('omits empty fields', async () => {
    const { shown } = await line('withdrawal')
    expect(shown).toMatchObject({ who: 'Léa Martin', what: 'D-2026-014' })
  })

  it('shows a sign-up by its address, without a deadline', async () => {
    const { shown, entry } = await line('newsletter')
    expect(shown).toMatchObject({ who: 'lettre@exemple.fr', what: '', deadline: undefined, state: undefined, acts: [] })
    expect(entry.form).toBe('newsletter')
  })

  it('shows no deadline for suspected or completed leads', async () => {
    const lead = leadOf(backend.submit('contact', {}, true))
    expect(toLine(lead, backend.desk, backend.clock())).toMatchObject({
      state: undefined,
      deadline: undefined,
      acts: [['vraie', 'Vraie demande']],
    })
    const sound = leadOf(backend.submit('contact'))
    const waits = (state: LeadState) => backend.desk.deadline({ ...sound, state }, backend.clock()) !== undefined
    const states = ['nouvelle', 'en cours', 'répondue', 'sans suite'] as const
    expect(states.filter(waits)).toEqual(['nouvelle', 'en cours'])
  })

  it('shows the last day of a refund, and the age of a minor', async () => {
    const { shown, entry } = await line('withdrawal')
    expect(shown).toMatchObject({
      acts: [
        ['remboursee', 'Remboursé'],
        ['demain', 'Demain'],
      ],
      deadline: { words: 'à rembourser au plus tard le 7 décembre 2026', late: false },
    })
    const at = (day: string) => backend.desk.deadline(entry, new Date(day))
    expect(at('2026-12-07T22:59:59.000Z')?.late, 'late on the last day of the refund').toBe(false)
    expect(at('2026-12-07T23:00:00.000Z')?.late, 'late after the last day of the refund').toBe(true)
    const young = await line('ambassador', { birth_date: '2010-05-02', guardian_consent: 'on' })
    expect(young.shown.who).toMatch(/, 16 ans$/)
    expect((await line('ambassador', { birth_date: '2001-05-02' })).shown.who).not.toContain('ans')
  })
})

describe('page of today', () => {
  const asked = (query: string) => readAsked(new URLSearchParams(query))
  const page = (query = '') => readTodayPage(backend.desk, asked(query), backend.clock())
  const lists = (query = '') => listsOf(backend.desk, asked(query))
  const groups = async (query?: string) =>
    (await page(query)).groups.map(({ heading, leads, more }) => [heading, leads.length, more?.label, more?.href])

  it('groups leads by urgency and shows if the reply promise is kept', async () => {
    const kept = 'Promesse de {{ delai_reponse }} tenue.'
    const none = { title: 'Rien n’attend aujourd’hui', note: kept, late: false, groups: [] }
    expect(await page()).toMatchObject({ ...none, empty: 'Tout est à jour ici.' })
    for (let n = 0; n < 21; n++) backend.submit('contact', { email: `p${n}@exemple.fr` })
    expect(await page()).toMatchObject({ title: none.title, note: kept, late: false, empty: undefined })
    expect(await groups()).toEqual([['Ensuite : 21', 20, 'Les 21', '/bureau?etat=a-repondre']])
    backend.submit('withdrawal')
    expect((await page()).title).toBe('1 demande pour aujourd’hui')
    backend.submit('partnership', {}, true)
    backend.db.exec("UPDATE leads SET remind_on = '2026-11-23', state = 'répondue' WHERE id = 1")
    backend.db.exec("UPDATE leads SET created_at = '2026-11-20T10:00:00.000Z' WHERE id = 2")
    expect(await groups()).toEqual([
      ['À rembourser : 1', 1, undefined, undefined],
      ['Réponses promises : 1', 1, undefined, undefined],
      ['Rappels : 1', 1, undefined, undefined],
      ['Envois suspects : 1', 1, undefined, undefined],
      ['Ensuite : 19', 19, undefined, undefined],
    ])
    expect(await page()).toMatchObject({ title: '4 demandes pour aujourd’hui', note: kept, late: false })
    backend.goTo('2026-11-24T10:00:00.001Z')
    const broken = 'En retard sur la promesse de {{ delai_reponse }}.'
    expect(await page()).toMatchObject({ note: broken, late: true })
    backend.db.exec("UPDATE leads SET state = 'répondue', remind_on = '2026-11-23', suspected_spam = id = 3")
    expect(await groups()).toContainEqual(['Rappels : 22', 20, 'Les 22', '/bureau?etat=toutes'])
  })

  it('shows each lead in one group, in order, and counts those not shown', () => {
    const [today, due] = ['2026-11-23', '2026-11-22T10:00:00.000Z']
    const set = backend.db.prepare(
      'UPDATE leads SET state = ?, created_at = ?, remind_on = ?, suspected_spam = ? WHERE reference = ?',
    )
    const expected = new Map<TodayName | undefined, string[][]>()
    let count = 0
    for (const form of ['contact', 'withdrawal', 'newsletter'] as const)
      for (const state of ['nouvelle', 'en cours', 'sans suite'])
        for (const at of ['2026-11-22T09:59:59.999Z', due])
          for (const remind of [null, '2026-11-22', today, '2026-11-24'])
            for (const suspected of [0, 1]) {
              count += 1
              const reference = backend.submit(form, { email: `p${count}@exemple.fr` })
              set.run(state, at, remind, suspected, reference)
              const waits = state !== 'sans suite' && form !== 'newsletter'
              const isReminded = remind !== null && remind <= today
              const promised = waits && at < due && (remind === null || isReminded)
              const rest = promised ? 'promesses' : isReminded ? 'rappels' : waits ? 'ensuite' : undefined
              const group = suspected ? 'suspectes' : waits && form === 'withdrawal' ? 'remboursements' : rest
              const order = group === 'rappels' ? String(remind) : group === 'suspectes' ? '' : at
              expected.set(group, [...(expected.get(group) ?? []), [order, String(count).padStart(3, '0'), reference]])
            }
    for (const most of [1000, 2])
      for (const group of readToday(backend.db, { today, dueBefore: due, most })) {
        const own =
          expected
            .get(group.name)
            ?.sort()
            .map(([, , reference]) => reference) ?? []
        expect(group.count, group.name).toBe(own.length)
        const shown = group.leads.map(({ reference }) => reference)
        if (group.name !== 'suspectes') expect(shown, group.name).toEqual(own.slice(0, most))
        else
          expect(group.leads.map(({ created_at }) => created_at)).toEqual(
            shown.map((_, n) => (n < 36 ? due : '2026-11-22T09:59:59.999Z')),
          )
      }
  })

  it('states that only the latest results are shown if a search finds more than 30 leads', async () => {
    for (let n = 0; n < 30; n++) backend.submit('contact', { email: `p${n}@exemple.fr`, message: 'Un tapis' })
    const searched = async () => {
      const { title, note, groups } = await page('mots=tapis')
      return [title, note, groups[0]?.leads.length]
    }
    expect(await searched(), 'a search with 30 results').toEqual(['30 demandes trouvées', undefined, 30])
    const latest = backend.submit('contact', { email: 'p30@exemple.fr', message: 'Un tapis' })
    expect(await searched(), 'a search with 31 results').toEqual([
      'Plus de 30 demandes trouvées',
      'Voici les 30 plus récentes ; précisez les mots pour en voir d’autres.',
      30,
    ])
    const [{ leads } = { leads: [] }] = (await page('mots=tapis')).groups
    expect(leads[0]?.reference, 'the first result').toBe(latest)
  })

  it('shows the number of results of a search, and a message for an empty list', async () => {
    const said = async (query: string) => {
      const { title, late, empty } = await page(query)
      return [
        title,
        late,
        empty,
        lists(query)
          .filter(({ current }) => current)
          .map(({ label }) => label),
      ]
    }
    const found = ['Rien de tel', false, 'Aucune demande ne contient « tapis ». Essayez moins de mots.', []]
    expect(await said('mots=tapis')).toEqual(found)
    expect((await said('mots=🐴'))[2]).toBe('Écrivez au moins une lettre ou un chiffre.')
    for (const title of ['1 demande trouvée', '2 demandes trouvées']) {
      backend.submit('contact', { email: `${title.length}@exemple.fr`, message: 'Un tapis' })
      expect(await said('mots=tapis')).toEqual([title, false, undefined, []])
    }
    expect(await said('etat=suspectes')).toEqual(['Suspectes', false, 'Rien ici.', ['Suspectes']])
    expect(await said('etat=a-repondre')).toEqual(['À répondre', false, undefined, ['À répondre']])
    expect(
      lists()
        .map(({ label, count = '' }) => `${label} ${count}`.trim())
        .join(', '),
    ).toBe(
      'Aujourd’hui, À répondre 2, Nouvelles, En cours, Répondues, Acceptées, Refusées, Remboursées, Sans suite, Toutes, Suspectes 0',
    )
    expect(
      decodeURIComponent(
        lists()
          .map(({ href }) => href)
          .join(' ')
          .replaceAll('/bureau?etat=', ''),
      ),
    ).toBe('/bureau a-repondre nouvelle en+cours répondue acceptée refusée remboursée sans+suite toutes suspectes')
    expect(lists().map(({ current }) => current)).toEqual([true, ...Array(10).fill(false)])
  })
})

describe('lead file', () => {
  it('contains the answers, the follow-up, the e-mails and the other leads of the person', async () => {
    const other = backend.submit('withdrawal')
    backend.goTo(1000)
    const reference = backend.submit('contact', { message: 'Un tapis' })
    expect(await backend.desk.changeFollowUp(reference, { state: 'en cours', note: 'Une note' }, 0)).toEqual({
      kind: 'changed',
    })
    const file = backend.desk.lead(reference)
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
    expect(file?.others.map((lead) => lead.reference)).toEqual([other])
    expect(file?.answers).toContainEqual({ label: 'Message', value: 'Un tapis' })
    expect(file?.answers.map(({ label }) => label)).toEqual(['Nom', 'Adresse e-mail', 'Objet', 'Message'])
    expect(backend.desk.lead('C-0000-0000'), 'an unknown lead').toBeUndefined()
  })

  it('lists at most 20 other leads of the address, the latest first', () => {
    const signUp = backend.submit('newsletter', { email: 'lea@exemple.fr' })
    const references = Array.from({ length: 22 }, (_, n) => {
      backend.goTo(1000)
      return backend.submit('contact', { message: `Message ${n}` })
    })
    const file = (at: number) => backend.desk.lead(references.at(at) ?? '')
    expect(file(0)?.others.map(({ reference }) => reference)).toEqual(references.slice(2).reverse())
    expect(file(-1)?.others.map(({ reference }) => reference)).toEqual(references.slice(1, -1).reverse())
    expect(file(0)).toMatchObject({ hasMore: true, signUps: [{ form: 'newsletter' }] })
    deleteLeads(backend.db, [{ reference: signUp }])
    expect(file(-1)?.hasMore, '21 other messages').toBe(true)
    deleteLeads(backend.db, [{ reference: String(references[0]) }])
    expect(file(-1)?.hasMore, '20 other messages').toBe(false)
  })

  it('shows if a sign-up is confirmed, and why its e-mails wait if e-mail is not set up', () => {
    reopenWithoutEmail()
    const file = backend.desk.lead(backend.submit('newsletter'))
    expect(file).toMatchObject({ signUp: 'non confirmée', others: [] })
    expect(file?.messages[0]?.state).toBe('attend que le site envoie des e-mails')
    expect(backend.desk.staff, 'addresses of MAIL_TO without e-mail').toEqual([])
  })

  it('has a mailto link to the person alone, whatever characters the address contains', () => {
    const email = "o'br?cc=x&y@exemple.fr"
    const reference = backend.submit('contact', { name: 'Zoé & co', email })
    const link = replyLink(leadOf(reference))
    const { pathname, searchParams } = new URL(link)
    expect(decodeURIComponent(pathname)).toBe(email)
    expect([...searchParams.keys()]).toEqual(['subject', 'body'])
    expect(searchParams.get('subject')).toBe(`Hera – ${forms.contact.title} (${reference})`)
    // «Zoé & co» is not taken for a name, so the greeting omits it.
    expect(searchParams.get('body')).toBe('Bonjour,\r\n\r\n\r\n\r\nHera')
    const named = leadOf(backend.submit('contact', { name: 'Zoé d’Arc', email: 'z@exemple.fr' }))
    expect(new URL(replyLink(named)).searchParams.get('body')).toMatch(/^Bonjour Zoé d’Arc,\r\n/)
    const signUp = leadOf(backend.submit('newsletter'))
    expect(new URL(replyLink(signUp)).searchParams.get('body')).toMatch(/^Bonjour,\r\n/)
  })
})

it('figures count leads by form, week and state', async () => {
  const [answered] = [backend.submit('contact'), backend.submit('contact', {}, true), backend.submit('newsletter')]
  await backend.desk.changeFollowUp(answered, { state: 'répondue' }, 0)
  backend.goTo(6 * DAY + 13 * HOUR)
  backend.submit('contact')
  const { forms: counted, states } = backend.desk.figures()
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
  expect(contact?.counts).toMatchObject({ total: 2, suspected: 1 })
  expect(contact?.weeks, 'weeks of the figures').toHaveLength(12)
  expect(contact?.weeks.slice(9)).toEqual([
    { label: '09/11', value: 0 },
    { label: '16/11', value: 0 },
    { label: '23/11', value: 2 },
  ])
  backend.goTo('2026-11-29T23:59:59.999Z')
  expect(backend.desk.figures().forms[0]?.weeks.at(-1)?.label).toBe('23/11')
  backend.goTo('2026-11-30T00:00:00.000Z')
  const { weeks = [] } = backend.desk.figures().forms.find(({ form }) => form === 'contact') ?? {}
  expect(weeks.map(({ label }) => label).slice(0, 2)).toEqual(['14/09', '21/09'])
  expect(weeks.slice(10)).toEqual([
    { label: '23/11', value: 2 },
    { label: '30/11', value: 0 },
  ])
})

it('exports a form, with technical columns and suspected submissions on request', async () => {
  backend.submit('contact', { email: 'robot@exemple.fr' }, true)
  const csv = async (technical: boolean) =>
    Buffer.concat(await Array.fromAsync(backend.desk.export(forms.contact, technical).bytes)).toString()
  expect(await csv(false)).toMatch(/;Rappel\r\n$/)
  expect(await csv(true)).toMatch(/;Rappel;Envoyé depuis;.*;Gardé jusqu’au\r\n.*robot@/s)
})
