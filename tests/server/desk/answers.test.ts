import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerDevices } from '../../../src/server/desk/answer-devices.ts'
import { answerErase } from '../../../src/server/desk/answer-erase.ts'
import { answerLead, type LeadState } from '../../../src/server/desk/answer-lead.ts'
import { answerSignIn } from '../../../src/server/desk/answer-sign-in.ts'
import { enterDesk } from '../../../src/server/desk/enter-desk.ts'
import { createDeskSessions, type DeskSessions } from '../../../src/server/desk/sessions.ts'
import { createLinkRequests } from '../../../src/server/desk/sign-in-requests.ts'
import { openStillDesk, requestTo, type StillDesk, sent, unreadable } from './still-desk.ts'

const BEGIN = '2026-11-23T10:00:00.000Z'
const NO_QUERY = new URLSearchParams()
const GET_POST = 'GET, HEAD, POST'

let house: StillDesk
let sessions: DeskSessions
beforeEach(() => {
  house = openStillDesk(BEGIN)
  sessions = createDeskSessions(house.db, house.clock, randomBytes)
})
afterEach(() => house.close())

const followUp = () => house.rows('SELECT state, note, remind_on, version FROM follow_ups')[0]

describe('the page of a submission', () => {
  let reference: string
  beforeEach(() => {
    reference = house.submit('contact')
  })
  const ask = (request: Request, query = NO_QUERY, of: string | undefined = reference) =>
    answerLead(request, of, query, house.desk)
  const post = (body: Record<string, string>) => ask(requestTo(`/bureau/${reference}`, body))
  const at = (done: string) => [303, `/bureau/${reference}?fait=${done}`]

  it.each(['GET', 'HEAD'])('is shown by %s, with what was just done', async (method) => {
    const request = requestTo('/bureau', undefined, method)
    expect(await ask(request)).toEqual({ status: 200, file: house.desk.lead(reference) })
    expect(await ask(request, new URLSearchParams({ fait: 'repondue' }))).toMatchObject({
      status: 200,
      message: { text: 'La demande est marquée répondue.', good: true },
    })
    expect(await ask(request, new URLSearchParams({ fait: 'toString' }))).not.toHaveProperty('message')
  })

  it('is none for a reference that nothing has', async () => {
    expect(await ask(requestTo('/bureau'), NO_QUERY, 'C-0000-0000')).toBeUndefined()
    expect(await answerLead(requestTo('/bureau'), undefined, NO_QUERY, house.desk)).toBeUndefined()
  })

  it('keeps a follow-up and shows that it did', async () => {
    const typed = { state: 'en cours', note: ' Rappeler ', rappel: '2026-11-25', version: '0' }
    expect(sent(await post({ action: 'suivi', ...typed }))).toEqual(at('suivi'))
    expect(followUp()).toEqual({ state: 'en cours', note: 'Rappeler', remind_on: '2026-11-25', version: 1 })
  })

  it('marks a submission as answered with one button, and leaves note and reminder', async () => {
    house.db.exec("UPDATE follow_ups SET note = 'Une note', remind_on = '2026-11-25'")
    expect(sent(await post({ action: 'repondue', version: '0' }))).toEqual(at('repondue'))
    expect(followUp()).toEqual({ state: 'répondue', note: 'Une note', remind_on: '2026-11-25', version: 1 })
  })

  it('holds what was typed where somebody else was faster, and changes nothing', async () => {
    await post({ action: 'suivi', state: 'en cours', note: 'La première', rappel: '2026-11-25', version: '0' })
    const late = (await post({ action: 'suivi', note: 'La seconde', version: '0' })) as LeadState
    expect(late).toMatchObject({
      status: 409,
      message: { good: false, text: expect.stringContaining('Quelqu’un a modifié ce suivi') },
      typed: { state: 'en cours', note: 'La seconde', remindOn: '2026-11-25' },
    })
    expect(((await post({ action: 'suivi', state: 'répondue', version: '0' })) as LeadState).typed).toEqual({
      state: 'répondue',
      note: 'La première',
      remindOn: '2026-11-25',
    })
    expect(followUp()).toMatchObject({ note: 'La première', version: 1 })
  })

  it('says what is wrong with a follow-up, and holds what was typed', async () => {
    const wrong = (await post({ action: 'suivi', state: 'perdue', rappel: '2026-11-22', version: '0' })) as LeadState
    expect(wrong).toMatchObject({
      status: 422,
      message: { good: false, text: 'Choisissez un état : nouvelle, en cours, répondue, sans suite.' },
      typed: { state: 'perdue', note: '', remindOn: '2026-11-22' },
    })
    const past = (await post({ action: 'suivi', rappel: '2026-11-22', version: '0' })) as LeadState
    expect(past.message?.text).toContain('La date du rappel est passée')
    expect(past.typed).toEqual({ state: 'nouvelle', note: '', remindOn: '2026-11-22' })
    expect(followUp()).toMatchObject({ state: 'nouvelle', version: 0 })
  })

  it('does nothing by a gesture, a method or a body that it does not know', async () => {
    expect(sent(await post({ action: 'effacer' }))).toEqual([400, null])
    expect(sent(await ask(requestTo('/bureau', undefined, 'PUT')))).toEqual([405, GET_POST])
    expect(sent(await ask(unreadable('/bureau')))).toEqual([415, null])
    expect(followUp()).toMatchObject({ version: 0 })
  })

  it('lets the e-mails of a suspected submission go, once', async () => {
    reference = house.submit('contact', { email: 'max@exemple.fr' }, true)
    house.mails()
    expect(sent(await post({ action: 'liberer' }))).toEqual(at('liberee'))
    expect(house.wakes()).toBe(1)
    expect(house.mails().flatMap(({ mail }) => mail.to)).toEqual(['atelier@hera.example', 'max@exemple.fr'])
    expect(house.desk.lead(reference)?.lead.suspected_spam).toBe(0)
    expect(sent(await post({ action: 'liberer' }))).toEqual([303, `/bureau/${reference}`])
  })

  it('removes a suspected submission, and no other', async () => {
    expect(sent(await post({ action: 'supprimer' }))).toEqual([303, `/bureau/${reference}`])
    expect(house.count('contact_messages')).toBe(1)
    reference = house.submit('contact', {}, true)
    expect(sent(await post({ action: 'supprimer' }))).toEqual([303, '/bureau?etat=suspectes&fait=supprimee'])
    expect(house.desk.lead(reference)).toBeUndefined()
    expect(await house.desk.discard(reference)).toBe(false)
  })
})

describe('an erasure', () => {
  it('is asked for first, and removes the person whose address was shown', async () => {
    const reference = house.submit('contact')
    house.submit('contact', { email: 'max@exemple.fr' })
    const ask = (request: Request, of: string | undefined = reference) => answerErase(request, of, house.desk)
    const shown = { reference, email: 'lea@exemple.fr', sentences: ['lea@exemple.fr : 1 envoi, 2 e-mails.'] }
    for (const request of [
      requestTo('/bureau'),
      requestTo('/bureau', undefined, 'HEAD'),
      requestTo('/bureau', { adresse: 'max@exemple.fr' }),
      unreadable('/bureau'),
    ])
      expect(await ask(request)).toEqual(shown)
    expect(sent(await ask(requestTo('/bureau', undefined, 'DELETE')))).toEqual([405, GET_POST])
    expect(house.count('contact_messages')).toBe(2)
    const erased = await ask(requestTo('/bureau', { adresse: 'lea@exemple.fr' }))
    expect(sent(erased)).toEqual([303, '/bureau?fait=effacee'])
    expect(house.rows('SELECT email FROM contact_messages')).toEqual([{ email: 'max@exemple.fr' }])
    expect(await ask(requestTo('/bureau'))).toBeUndefined()
    expect(await answerErase(requestTo('/bureau'), undefined, house.desk)).toBeUndefined()
  })
})

describe('signing in', () => {
  const asked: [string, string][] = []
  beforeEach(() => {
    asked.length = 0
  })
  const request = (address: string, to: string) => asked.push([address, to])
  const FORM = '/bureau/connexion'

  it('is offered with 401 at any page of the desk, which it then leads to', async () => {
    const page = '/bureau/C-7K3M-9QX2'
    expect(await answerSignIn(requestTo(page), page, request)).toEqual({ status: 401, asked: false, destination: page })
    expect(await answerSignIn(requestTo(page, { adresse: 'a@b.fr' }), page, request)).toMatchObject({ status: 401 })
    expect(asked).toEqual([])
  })

  it.each(['GET', 'HEAD'])('has a page of its own, which %s only shows', async (method) => {
    const shown = await answerSignIn(requestTo(FORM, undefined, method), FORM, request)
    expect(shown).toEqual({ status: 200, asked: false, destination: '/bureau' })
    expect(asked).toEqual([])
  })

  it('asks for a link to the address that was typed, and answers everyone alike', async () => {
    const body = { adresse: ' Atelier@hera.example ', vers: '/bureau/chiffres' }
    const answer = { status: 200, asked: true, destination: '/bureau/chiffres' }
    expect(await answerSignIn(requestTo(FORM, body), FORM, request)).toEqual(answer)
    expect(await answerSignIn(requestTo(FORM, { vers: 'https://evil.example' }), FORM, request)).toMatchObject({
      asked: true,
      destination: '/bureau',
    })
    expect(asked).toEqual([
      ['Atelier@hera.example', '/bureau/chiffres'],
      ['', '/bureau'],
    ])
    expect(await answerSignIn(requestTo(FORM, body), FORM, undefined)).toMatchObject({ status: 200, asked: false })
  })

  it('takes no other method and no other body', async () => {
    expect(sent(await answerSignIn(requestTo(FORM, undefined, 'PUT'), FORM, request))).toEqual([405, GET_POST])
    expect(sent(await answerSignIn(unreadable(FORM), FORM, request))).toEqual([415, null])
    expect(asked).toEqual([])
  })
})

describe('a link that is asked for', () => {
  const FOR_A_WHILE = 1000
  let answer: number
  let links: ReturnType<typeof createLinkRequests>
  let woken: number
  beforeEach(() => {
    vi.useFakeTimers()
    answer = 0
    woken = 0
    links = createLinkRequests({
      outbox: house.outbox,
      commit: async (job) => job(),
      house: ['Atelier@hera.example', 'bureau@hera.example'],
      limit: { take: () => answer },
      wake: () => {
        woken += 1
      },
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const queued = () => house.rows('SELECT kind, reference, recipient FROM outbox')

  it('goes to an address of the house however it is typed, once the page has been answered', async () => {
    links(' atelier@HERA.example', '/bureau/chiffres')
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE - 1)
    expect(queued()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(queued()).toEqual([{ kind: 'sign-in', reference: '/bureau/chiffres', recipient: 'Atelier@hera.example' }])
    expect(woken).toBe(1)
  })

  it('goes to nobody else, nor beyond what one address may get', async () => {
    links('lea@exemple.fr', '/bureau')
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    answer = 30
    links('bureau@hera.example', '/bureau')
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    expect(queued()).toEqual([])
    expect(woken).toBe(0)
  })

  it('that cannot be stored is a line of the log, without the address', async () => {
    let printed = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      printed += text
      return true
    })
    vi.spyOn(house.outbox, 'add').mockImplementation(() => {
      throw new Error('disk')
    })
    links('bureau@hera.example', '/bureau')
    await vi.advanceTimersByTimeAsync(FOR_A_WHILE)
    expect(printed).toContain('ERROR sign-in link')
    expect(printed).not.toContain('bureau@')
    expect(woken).toBe(0)
  })
})

describe('the page behind a link', () => {
  const device = (method: string) =>
    new Request('https://hera.example/bureau/entrer/x', {
      method,
      headers: { 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/605' },
    })

  it('does nothing by GET or HEAD, and opens a session by POST, once', () => {
    const link = sessions.newLink('/bureau/chiffres')
    for (const method of ['GET', 'HEAD'])
      expect(enterDesk(device(method), link, sessions, undefined)).toEqual({ good: true })
    const entered = enterDesk(device('POST'), link, sessions, undefined) as { token: string; destination: string }
    expect(entered.destination).toBe('/bureau/chiffres')
    expect(sessions.find(entered.token)?.device).toBe('Safari, iPhone')
    for (const method of ['GET', 'POST'])
      expect(enterDesk(device(method), link, sessions, undefined)).toEqual({ good: false })
    expect(enterDesk(device('GET'), undefined, sessions, undefined)).toEqual({ good: false })
    expect(enterDesk(device('POST'), undefined, sessions, undefined)).toEqual({ good: false })
    expect(sent(enterDesk(device('PUT'), link, sessions, undefined))).toEqual([405, GET_POST])
  })

  it('closes the session that the device had', () => {
    const open = (former?: string) =>
      enterDesk(device('POST'), sessions.newLink('/bureau'), sessions, former) as { token: string }
    const first = open()
    const second = open(first.token)
    expect(sessions.find(first.token)).toBeUndefined()
    expect(sessions.find(second.token)).toBeDefined()
  })
})

describe('the page of devices', () => {
  const PAGE = '/bureau/appareils'
  it('lists them, and ends the session of one', async () => {
    for (const device of ['Safari', 'Firefox']) sessions.open(sessions.newLink('/bureau'), device)
    const listed = (await answerDevices(requestTo(PAGE), sessions)) as { id: number; device: string }[]
    expect(listed.map(({ device }) => device)).toEqual(['Firefox', 'Safari'])
    expect(await answerDevices(requestTo(PAGE, undefined, 'HEAD'), sessions)).toHaveLength(2)
    for (const appareil of ['', 'x1', '1x', '99'])
      expect(sent(await answerDevices(requestTo(PAGE, { appareil }), sessions))).toEqual([303, PAGE])
    expect(sent(await answerDevices(unreadable(PAGE), sessions))).toEqual([303, PAGE])
    expect(sessions.list()).toHaveLength(2)
    await answerDevices(requestTo(PAGE, { appareil: String(listed[0]?.id) }), sessions)
    expect(sessions.list().map(({ device }) => device)).toEqual(['Safari'])
    expect(sent(await answerDevices(requestTo(PAGE, undefined, 'DELETE'), sessions))).toEqual([405, GET_POST])
  })
})
