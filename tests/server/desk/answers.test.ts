import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerDevices, answerSignIn } from '../../../src/server/desk/access/answer-access.ts'
import { createDeskAccess, type DeskAccess } from '../../../src/server/desk/access/desk-access.ts'
import { createDeskSessions, type DeskSessions } from '../../../src/server/desk/access/sessions.ts'
import { createLinkRequests } from '../../../src/server/desk/access/sign-in-requests.ts'
import { answerErase } from '../../../src/server/desk/lead/answer-erase.ts'
import { catchOutput, written } from '../../caught-output.ts'
import { askLead, backend, postLead, requestTo, sent, setUpTestDesk } from './test-desk.ts'

setUpTestDesk('2026-11-23T10:00:00.000Z')
let sessions: DeskSessions
let access: DeskAccess
beforeEach(() => {
  sessions = createDeskSessions(backend.db, backend.clock, randomBytes)
  access = createDeskAccess(sessions, [])
})

const followUp = () => backend.rows('SELECT state, note, remind_on, version FROM leads')[0]

describe('page of a lead', () => {
  let reference: string
  beforeEach(() => {
    reference = backend.submit('contact')
  })
  const post = (body: Record<string, string>) => postLead(reference, body)
  const at = (done: string) => [303, `/bureau/${reference}?fait=${done}`]

  it('shows the lead and confirms the last change, and returns undefined for an unknown reference', async () => {
    expect(await askLead(reference)).toEqual({
      status: 200,
      file: backend.desk.lead(reference),
      typed: {},
      seenDraft: '',
    })
    expect(await askLead(reference, { query: 'fait=repondue' })).toMatchObject({
      status: 200,
      message: { text: 'La demande est marquée répondue.', good: true },
    })
    expect(await askLead(reference, { query: 'fait=toString' })).not.toHaveProperty('message')
    for (const unknown of ['C-0000-0000', '']) expect(await askLead(unknown), unknown).toBeUndefined()
  })

  it('stores a follow-up and redirects to its confirmation', async () => {
    const typed = { state: 'en cours', note: ' Rappeler ', rappel: '2026-11-25', version: '0' }
    expect(sent(await post({ action: 'suivi', ...typed }))).toEqual(at('suivi'))
    expect(followUp()).toEqual({ state: 'en cours', note: 'Rappeler', remind_on: '2026-11-25', version: 1 })
  })

  it('marks a submission as answered with one button, keeps the note, and ends the reminder', async () => {
    backend.db.exec("UPDATE leads SET note = 'Une note', remind_on = '2026-11-25'")
    expect(sent(await post({ action: 'repondue', version: '0' }))).toEqual(at('repondue'))
    expect(followUp()).toEqual({ state: 'répondue', note: 'Une note', remind_on: null, version: 1 })
  })

  it('marks it as answered and keeps a reminder that is set by the same request', async () => {
    backend.db.exec("UPDATE leads SET remind_on = '2026-11-23'")
    await post({ action: 'repondue', state: 'nouvelle', note: '', rappel: '2026-12-03', version: '0' })
    expect(followUp()).toMatchObject({ state: 'répondue', remind_on: '2026-12-03' })
  })

  it('on a conflict, keeps only what this person changed and stores nothing; sent again, it is stored', async () => {
    const page = { action: 'suivi', state: 'nouvelle', note: '', rappel: '', version: '0' }
    await post({ action: 'suivi', state: 'en cours', note: 'La première', rappel: '2026-12-20', version: '0' })
    await backend.desk.keepDraft(reference, { reponse: 'Bonjour' })
    const late = await post({ ...page, note: 'La seconde' })
    expect(backend.desk.draft(reference)?.fields).toEqual({ reponse: 'Bonjour' })
    expect(late).toMatchObject({
      status: 409,
      message: { good: false, text: expect.stringContaining('Quelqu’un a modifié ce suivi') },
    })
    expect(late.typed).toEqual({ note: 'La seconde', version: '1', derniere: '0' })
    expect(followUp()).toMatchObject({ note: 'La première', version: 1 })
    const { state, remind_on } = late.file.lead
    expect(sent(await post({ action: 'suivi', state, rappel: remind_on ?? '', ...late.typed }))).toEqual(at('suivi'))
    expect(followUp()).toEqual({ state: 'en cours', note: 'La seconde', remind_on: '2026-12-20', version: 2 })
  })

  it('merges changes of two people to different fields', async () => {
    await post({ action: 'suivi', state: 'nouvelle', note: 'La note', rappel: '', version: '0' })
    const other = { action: 'suivi', state: 'en cours', note: '', rappel: '2026-11-25', version: '0' }
    expect(sent(await post(other))).toEqual(at('suivi'))
    expect(followUp()).toEqual({ state: 'en cours', note: 'La note', remind_on: '2026-11-25', version: 2 })
  })

  it('names the error of an invalid follow-up and keeps the input', async () => {
    const wrong = await post({ action: 'suivi', state: 'perdue', rappel: '2026-11-22', version: '0' })
    expect(wrong).toMatchObject({
      status: 422,
      message: { good: false, text: 'Choisissez un état : nouvelle, en cours, répondue, sans suite.' },
      typed: { state: 'perdue', rappel: '2026-11-22', version: '0' },
    })
    const past = await post({ action: 'suivi', rappel: '2026-11-22', version: '0' })
    expect(past.message?.text).toContain('La date du rappel est passée')
    expect(past.typed).toEqual({ rappel: '2026-11-22', version: '0' })
    expect(followUp()).toMatchObject({ state: 'nouvelle', version: 0 })
  })

  it('on the Enter key, corrects the address if it was changed, otherwise saves a draft', async () => {
    const page = { action: 'entree', adresse_vue: 'lea@exemple.fr', rappel: '2026-11-25', version: '0' }
    const draft = [303, `/bureau/${reference}?fait=brouillon#reponse`]
    expect(sent(await post({ ...page, adresse: 'lea@exemple.fr' })), 'Enter in the reminder').toEqual(draft)
    expect(followUp()).toEqual({ state: 'nouvelle', note: null, remind_on: null, version: 0 })
    expect(sent(await post({ ...page, adresse: 'neuve@exemple.fr' })), 'Enter in the address').toEqual(at('corrigee'))
    expect(backend.desk.lead(reference)?.lead.email).toBe('neuve@exemple.fr')
    expect(backend.desk.draft(reference)?.fields, 'other input').toMatchObject({ rappel: '2026-11-25' })
  })

  it('returns 400 for an unknown action', async () => {
    expect(sent(await post({ action: 'effacer' }))).toEqual([400, null])
    expect(followUp()).toMatchObject({ version: 0 })
  })

  it('releases the e-mails of a suspected submission once', async () => {
    reference = backend.submit('contact', { email: 'max@exemple.fr' }, true)
    backend.mails()
    expect(sent(await post({ action: 'liberer' }))).toEqual(at('liberee'))
    expect(backend.wakes(), 'times the sender was woken').toBe(1)
    expect(backend.mails().flatMap(({ mail }) => mail.to)).toEqual(['atelier@hera.example', 'max@exemple.fr'])
    expect(backend.desk.lead(reference)?.lead.suspected_spam, 'suspected_spam after the release').toBe(0)
    expect(sent(await post({ action: 'liberer' }))).toEqual([303, `/bureau/${reference}`])
  })

  it('deletes only suspected submissions', async () => {
    expect(sent(await post({ action: 'supprimer' }))).toEqual([303, `/bureau/${reference}`])
    expect(backend.count('contact_messages'), 'messages that are not suspected').toBe(1)
    reference = backend.submit('contact', {}, true)
    expect(sent(await post({ action: 'supprimer' }))).toEqual([303, '/bureau?fait=supprimee'])
    expect(backend.desk.lead(reference), 'the deleted submission').toBeUndefined()
    expect(await backend.desk.discard(reference), 'second deletion').toBe(false)
  })
})

describe('erasure page', () => {
  it('asks for confirmation, then erases only the person whose address was shown', async () => {
    const reference = backend.submit('contact')
    backend.submit('contact', { email: 'max@exemple.fr' })
    const ask = (request: Request, of: string | undefined = reference) => answerErase(request, of, backend.desk)
    const sentences = ['lea@exemple.fr : 1 envoi, 2 e-mails.']
    const shown = { status: 200, reference, email: 'lea@exemple.fr', sentences, tells: true, told: true }
    expect(await ask(requestTo('/bureau'))).toEqual(shown)
    expect(await ask(requestTo('/bureau', { adresse: 'max@exemple.fr' }))).toMatchObject({
      status: 409,
      email: 'lea@exemple.fr',
      problem: expect.stringContaining('a changé entre-temps'),
    })
    expect(backend.count('contact_messages'), 'messages before the erasure').toBe(2)
    const erased = await ask(requestTo('/bureau', { adresse: 'lea@exemple.fr' }))
    expect(sent(erased)).toEqual([303, '/bureau?fait=effacee'])
    expect(backend.rows('SELECT email FROM leads JOIN contact_messages USING (reference)')).toEqual([
      { email: 'max@exemple.fr' },
    ])
    expect(await ask(requestTo('/bureau')), 'the page after the erasure').toBeUndefined()
    expect(await answerErase(requestTo('/bureau'), undefined, backend.desk), 'without a reference').toBeUndefined()
  })
})

it('the sign-in page returns the minutes to wait, rounded up, if the rate limit is exceeded', async () => {
  const form = '/bureau/connexion'
  const answer = await answerSignIn(requestTo(form, { adresse: 'a@b.fr' }), form, () => 61)
  expect(answer).toEqual({ status: 429, asked: false, waitMinutes: 2, destination: '/bureau' })
})

describe('request for a sign-in link', () => {
  const FOR_A_WHILE = 1000
  let answer: number
  let links: ReturnType<typeof createLinkRequests>
  let woken: number
  beforeEach(() => {
    vi.useFakeTimers()
    answer = 0
    woken = 0
    links = createLinkRequests({
      outbox: backend.outbox,
      staff: ['Atelier@hera.example', 'bureau@hera.example'],
      limit: { take: () => answer },
      deviceLimit: { take: () => 0 },
      wake: () => {
        woken += 1
      },
    })
  })
  catchOutput()
  afterEach(() => void vi.useRealTimers())
  const queued = () => backend.rows('SELECT kind, about, recipient FROM outbox')

  it('sends it to an address of MAIL_TO, regardless of case and spaces, after the response', async () => {
    expect(links(' atelier@HERA.example', '/bureau/chiffres', undefined), 'seconds to wait').toBe(0)
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE - 1)
    expect(queued(), 'e-mails before the response').toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(queued()).toEqual([{ kind: 'sign-in', about: '/bureau/chiffres', recipient: 'Atelier@hera.example' }])
    expect(woken, 'times the sender was woken').toBe(1)
  })

  it('sends nothing to other addresses or above the rate limit', async () => {
    expect(links('lea@exemple.fr', '/bureau', undefined), 'seconds to wait').toBe(0)
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    answer = 30
    // The same for any address, so that the response does not reveal the addresses of MAIL_TO.
    for (const address of ['bureau@hera.example', 'lea@exemple.fr'])
      expect(links(address, '/bureau', undefined), address).toBe(30)
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    expect(queued(), 'e-mails to other addresses or above the limit').toEqual([])
    expect(woken, 'times the sender was woken').toBe(0)
  })

  it('sends it for a known browser although requests of others exceed the rate limit', async () => {
    answer = 30
    expect(links('bureau@hera.example', '/bureau', 'appareil'), 'seconds to wait').toBe(0)
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    expect(queued()).toMatchObject([{ recipient: 'bureau@hera.example' }])
  })

  it('logs an error without the address if the link cannot be stored', async () => {
    vi.spyOn(backend.outbox, 'add').mockImplementation(() => {
      throw new Error('disk')
    })
    links('bureau@hera.example', '/bureau', undefined)
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    expect(written.err).toContain('ERROR sign-in link')
    expect(written.err).not.toContain('bureau@')
    expect(woken, 'times the sender was woken').toBe(0)
  })
})

it('a new session is valid although it has the id of one that was ended', async () => {
  const open = async () => access.find((await access.open(sessions.newLink('/bureau'), 'Safari'))?.token ?? '')
  const first = await open()
  expect(first, 'the first session').toBeDefined()
  await access.end(first?.id ?? 0)
  expect(await open(), 'the second session').toMatchObject({ id: first?.id })
})

it('the page of devices lists the sessions and ends the selected one', async () => {
  const PAGE = '/bureau/appareils'
  for (const device of ['Safari', 'Firefox']) sessions.open(sessions.newLink('/bureau'), device)
  const listed = (await answerDevices(requestTo(PAGE), access)) as { id: number; device: string }[]
  expect(listed.map(({ device }) => device)).toEqual(['Firefox', 'Safari'])
  for (const appareil of ['', 'x1', '1x', '99'])
    expect(sent(await answerDevices(requestTo(PAGE, { appareil }), access))).toEqual([303, PAGE])
  expect(sessions.list().map(({ device }) => device)).toEqual(['Firefox', 'Safari'])
  await answerDevices(requestTo(PAGE, { appareil: String(listed[0]?.id) }), access)
  expect(sessions.list().map(({ device }) => device)).toEqual(['Safari'])
})
