import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Desk } from '../../../src/server/desk/desk.ts'
import { answerDraft, type DraftState } from '../../../src/server/desk/letters/answer-draft.ts'
import { answerLetter, letterAt } from '../../../src/server/desk/letters/answer-letter.ts'
import { createPreviews, previewResponse } from '../../../src/server/desk/letters/previews.ts'
import type { CheckedLetter, LetterDraft, Letters, Sending, SentLetter } from '../../../src/server/letters/types.ts'
import { requestTo, sent, unreadable } from './still-desk.ts'

const NEW = '/bureau/lettres/nouvelle'
const HOUSE = ['atelier@hera.example', 'bureau@hera.example']
const SOUND: CheckedLetter = {
  list: 'newsletter',
  findings: [],
  recipients: 2,
  subject: 'Le printemps',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
}
const LETTER = {
  id: 17,
  list: 'newsletter',
  subject: 'Le printemps',
  html: '<p>',
  text: 't',
  source: 's',
} as SentLetter

let checked: CheckedLetter
let sending: Sending
let letters: Letters
let desk: Desk
beforeEach(() => {
  checked = SOUND
  sending = { done: 'queued', letter: LETTER }
  letters = {
    lists: ['newsletter', 'waitlist'],
    check: vi.fn(async (_: LetterDraft) => checked),
    test: vi.fn(async (_: LetterDraft, __: string) => ({ passed: ['Nom'] })),
    send: vi.fn(async (_: LetterDraft) => sending),
    list: () => [],
    show: (id) => (id === 17 ? LETTER : undefined),
    stop: vi.fn(() => true),
  }
  desk = { house: HOUSE, previews: createPreviews() } as Partial<Desk> as Desk
})

const typed = { liste: 'newsletter', objet: ' Le\n printemps ', texte: '\r\nBonjour,\r\n\r\nAdieu.\r\n' }
const read = { list: 'newsletter', subject: 'Le printemps', text: 'Bonjour,\n\nAdieu.' }
const press = (action: string, more: Record<string, string> = {}) =>
  answerDraft(requestTo(NEW, { action, ...typed, ...more }), letters, desk) as Promise<DraftState>

describe('a letter that is written', () => {
  it.each(['GET', 'HEAD'])('begins by %s with the last line that every letter needs', async (method) => {
    const begun = await answerDraft(requestTo(NEW, undefined, method), letters, desk)
    expect(begun).toEqual({
      status: 200,
      typed: { list: '', subject: '', text: expect.stringContaining('({{ desinscription }})') },
      problem: undefined,
      confirming: false,
    })
    expect(await answerDraft(requestTo(NEW), letters, { ...desk, house: [] })).toMatchObject({
      problem: expect.stringContaining('Aucun e-mail ne part de ce site'),
    })
  })

  it('is checked as the file that the command reads, and shown at an address of its own', async () => {
    const shown = await press('verifier')
    expect(letters.check).toHaveBeenCalledExactlyOnceWith({
      list: 'newsletter',
      text: '---\nobjet: "Le printemps"\n---\n\nBonjour,\n\nAdieu.\n',
    })
    expect(shown).toMatchObject({ status: 200, typed: read, problem: undefined, confirming: false })
    expect(shown.checked).toMatchObject({ recipients: 2, subject: 'Le printemps', findings: [] })
    expect(shown.checked).not.toHaveProperty('html')
    const [, key = ''] = /^\/bureau\/lettres\/apercu\/([\w-]{43})$/.exec(shown.checked?.preview ?? '') ?? []
    expect(desk.previews.find(key)).toBe('<p>Bonjour</p>')
  })

  it('has its mistakes where they are found in the form', async () => {
    const what = { what: 'une erreur', mend: 'Corrigez-la.' }
    checked = { ...SOUND, findings: [2, 4, 5, 7].map((line) => ({ line, ...what })) }
    const shown = await press('verifier')
    expect(shown.status).toBe(422)
    expect(shown.checked?.findings.map(({ place }) => place)).toEqual([
      'Objet',
      'Objet',
      'Texte, ligne 1',
      'Texte, ligne 3',
    ])
    expect(shown.checked?.findings[0]).toMatchObject(what)
  })

  it('goes back to its text without a check', async () => {
    expect(await press('ecrire', { liste: 'contact' })).toEqual({
      status: 200,
      typed: { ...read, list: 'contact' },
      problem: undefined,
      confirming: false,
    })
    expect(letters.check).not.toHaveBeenCalled()
  })

  it('names a list of ours, and is not longer than a mail program takes', async () => {
    for (const liste of ['contact', ''])
      expect(await press('verifier', { liste })).toMatchObject({
        status: 422,
        problem: 'Choisissez à quelle liste vous écrivez.',
      })
    expect(await press('verifier', { texte: 'x'.repeat(30_000) })).toMatchObject({ status: 200 })
    expect(await press('verifier', { texte: 'x'.repeat(30_001) })).toMatchObject({
      status: 422,
      problem: 'Le texte compte 30001 signes. Raccourcissez-le sous 30000.',
    })
    expect(await press('ecrire', { texte: 'é '.repeat(15_000) })).toMatchObject({ status: 200 })
    expect(sent(await press('ecrire', { texte: 'é'.repeat(60_000) }))).toEqual([413, null])
    expect(letters.check).toHaveBeenCalledTimes(1)
  })

  it('takes no other gesture, method or body', async () => {
    expect(sent(await press('effacer'))).toEqual([400, null])
    const ask = (request: Request) => answerDraft(request, letters, desk)
    expect(sent(await ask(requestTo(NEW, undefined, 'PUT')))).toEqual([405, 'GET, HEAD, POST'])
    expect(sent(await ask(unreadable(NEW)))).toEqual([415, null])
    const json = new Request(`https://hera.example${NEW}`, {
      method: 'POST',
      headers: { Accept: 'text/html', 'Content-Type': 'application/json' },
      body: '{"action":"ecrire","liste":3,"objet":null}',
    })
    expect(await ask(json)).toMatchObject({ typed: { list: '', subject: '', text: '' } })
  })
})

describe('a trial', () => {
  it('goes to the address of the house that was chosen, or to the first', async () => {
    const to = async (adresse: string) => (await press('essayer', { adresse })).trial
    expect(await to('bureau@hera.example')).toEqual({ passed: ['Nom'], address: 'bureau@hera.example' })
    expect(await to('autre@exemple.fr')).toMatchObject({ address: 'atelier@hera.example' })
    expect(letters.test).toHaveBeenLastCalledWith(expect.objectContaining({ list: 'newsletter' }), HOUSE[0])
  })

  it('is none where no e-mail is sent', async () => {
    desk = { ...desk, house: [] }
    expect(await press('essayer')).toMatchObject({ status: 503, checked: { subject: 'Le printemps' } })
    expect(letters.test).not.toHaveBeenCalled()
    desk = { ...desk, house: HOUSE }
    letters.test = async () => undefined
    const shown = await press('essayer')
    expect(shown.status).toBe(503)
    expect(shown).not.toHaveProperty('trial')
  })
})

describe('sending', () => {
  it('is confirmed first, where there is nothing to mend and somebody to write to who has not had it', async () => {
    const confirming = async (now: Partial<CheckedLetter>) => {
      checked = { ...SOUND, ...now }
      return (await press('relire')).confirming
    }
    expect(await confirming({})).toBe(true)
    expect(await confirming({ findings: [{ line: 1, what: 'x', mend: 'y' }] })).toBe(false)
    expect(await confirming({ recipients: 0 })).toBe(false)
    expect(await confirming({ recipients: 1, sentAs: 17 })).toBe(false)
    expect(letters.send).not.toHaveBeenCalled()
  })

  it.each<[Sending, string]>([
    [{ done: 'queued', letter: LETTER }, 'partie'],
    [{ done: 'before', letter: LETTER }, 'deja'],
  ])('leads to the page of the letter: %o', async (done, word) => {
    sending = done
    expect(sent(await press('envoyer'))).toEqual([303, `/bureau/lettres/17?fait=${word}`])
  })

  it.each<Sending>([{ done: 'nobody' }, { done: 'refused', findings: [] }])(
    'shows why nothing went: %o',
    async (done) => {
      sending = done
      checked = { ...SOUND, recipients: 0 }
      expect(await press('envoyer')).toMatchObject({ status: 200, checked: { recipients: 0 }, confirming: false })
    },
  )

  it('is refused where no e-mail is sent', async () => {
    desk = { ...desk, house: [] }
    for (const action of ['relire', 'envoyer'])
      expect(await press(action)).toMatchObject({ status: 503, confirming: false })
    expect(letters.send).not.toHaveBeenCalled()
  })
})

describe('the page of a letter', () => {
  const ask = (request: Request, id: string | undefined = '17', query = new URLSearchParams()) =>
    answerLetter(request, id, query, letters)
  const PAGE = '/bureau/lettres/17'

  it('shows it, and what was just done', () => {
    for (const method of ['GET', 'HEAD'])
      expect(ask(requestTo(PAGE, undefined, method))).toEqual({ letter: LETTER, message: undefined })
    expect(ask(requestTo(PAGE), '17', new URLSearchParams({ fait: 'partie' }))).toMatchObject({
      message: expect.stringContaining('La lettre part'),
    })
    expect(ask(requestTo(PAGE), '17', new URLSearchParams({ fait: 'constructor' }))).toMatchObject({
      message: undefined,
    })
  })

  it('stops it by a post, and says when nothing was left', () => {
    expect(sent(ask(requestTo(PAGE, {})))).toEqual([303, `${PAGE}?fait=arretee`])
    expect(letters.stop).toHaveBeenCalledExactlyOnceWith(17)
    letters.stop = () => false
    expect(sent(ask(requestTo(PAGE, {})))).toEqual([303, `${PAGE}?fait=finie`])
    expect(sent(ask(requestTo(PAGE, undefined, 'PUT')))).toEqual([405, 'GET, HEAD, POST'])
  })

  it.each(['0', '99', '', 'x', '17x', 'x17', '17e0', `${'0'.repeat(14)}17`])('is none for the number «%s»', (id) => {
    expect(ask(requestTo(PAGE, {}), id)).toBeUndefined()
    expect(letterAt(id, letters)).toBeUndefined()
    expect(letters.stop).not.toHaveBeenCalled()
  })

  it('is none without a number', () => {
    expect(letterAt(undefined, letters)).toBeUndefined()
  })
})

it('a letter by itself runs nothing, and only the desk frames it', async () => {
  const response = previewResponse('<p>é</p>')
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
  )
  expect(response.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(await response.text()).toBe('<p>é</p>')
})
