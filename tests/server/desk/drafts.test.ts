import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerDraft, type DraftState } from '../../../src/server/desk/letters/answer-draft.ts'
import { answerLetter } from '../../../src/server/desk/letters/answer-letter.ts'
import type { Letters } from '../../../src/server/mail/letters/letters.ts'
import { plain } from '../../plain.ts'
import { openMailServer } from '../../smtp.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const BEGIN = '2026-11-23T10:00:00.000Z'
const NEW = '/bureau/lettres/nouvelle'
const STAFF = ['atelier@hera.example', 'bureau@hera.example']
const WORDS = { liste: 'newsletter', objet: 'Le printemps', texte: 'Bonjour,\n\nLe nid d’abeille est revenu.' }

let letters: Letters
let address: readonly string[]
setUpTestBackend(BEGIN)
beforeEach(() => {
  address = STAFF
  letters = backend.lettersBy()
  for (const name of ['lea', 'max']) backend.submit('newsletter', { email: `${name}@exemple.fr` })
  backend.db.exec("UPDATE newsletter_subscriptions SET confirmed_at = '2026-11-23T09:00:00.000Z'; DELETE FROM outbox")
})

const ask = (
  path: string,
  body?: FormData,
  headers: Record<string, string> = {},
  author: string | null = 'a@hera.example',
) => {
  const url = new URL(path, 'https://hera.example')
  const request = new Request(url, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) })
  return answerDraft(request, url.searchParams, letters, { staff: address, author })
}
const form = (values: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return data
}
const press = (action: string, more: Record<string, string | Blob> = {}, path = NEW) =>
  ask(path, form({ ...WORDS, action, ...more }))
const leadsTo = (answer: unknown) => (answer instanceof Response ? answer.headers.get('Location') : undefined)
const state = (answer: unknown) => answer as DraftState
const only = () => {
  const [draft, ...others] = letters.drafts.all()
  expect(others, 'other drafts').toEqual([])
  if (!draft) throw new Error('There is no draft.')
  return draft
}

describe('draft of a letter', () => {
  it('starts with a greeting, and is not stored by GET', async () => {
    expect(await ask(NEW)).toEqual({
      status: 200,
      typed: { list: '', subject: '', text: 'Bonjour,\n\n', firstReaders: null, restOf: null },
      problem: undefined,
      confirming: false,
    })
    expect(letters.drafts.all(), 'drafts stored by GET').toEqual([])
  })

  it('is stored from the first character with author and time, and loaded on another device', async () => {
    expect(leadsTo(await press('enregistrer', { liste: '', objet: '', texte: 'B' }))).toBe(`${NEW}?brouillon=1`)
    expect(only()).toMatchObject({ list: '', text: 'B', author: 'a@hera.example', changedAt: BEGIN, version: 0 })
    expect(await ask(`${NEW}?brouillon=1`)).toMatchObject({ status: 200, typed: { text: 'B' } })
  })

  /** JSON response to the autosave of the page. */
  const kept = async (texte: string) => {
    const answered = await ask(NEW, form({ ...WORDS, texte, action: 'enregistrer' }), { Accept: 'application/json' })
    return (answered as Response).json()
  }

  it('is stored by autosave, which returns the time and the findings that prevent sending', async () => {
    backend.goTo(5 * 60_000)
    expect(await kept('Voir [ici](/fac).')).toMatchObject({
      id: 1,
      version: 0,
      at: '11 h 05',
      findings: [expect.stringMatching(/^Texte, ligne 1 : .*« \/fac »/)],
    })
  })

  it('lists errors by field and line', async () => {
    const shown = state(await press('verifier', { objet: '', texte: 'Bonjour !\n\nVoir [nos réponses](/fac).' }))
    expect(shown.status, 'status of the check').toBe(422)
    expect(shown.checked?.findings.map(({ place }) => place)).toEqual(['Objet', 'Texte, ligne 3'])
    expect(shown.checked?.recipients, 'recipients in the check').toBe(2)
  })

  it('without a list returns 422 when it is checked, and is stored', async () => {
    const shown = state(await press('verifier', { liste: '' }))
    expect(shown).toMatchObject({ status: 422, problem: 'Choisissez à quelle liste vous écrivez.' })
    expect(only().text, 'stored text').not.toBe('')
  })

  it('returns 409 if another person changed it meanwhile', async () => {
    await press('enregistrer')
    const path = `${NEW}?brouillon=1`
    await press('enregistrer', { version: '0', texte: 'Hier.' }, path)
    const late = state(await press('enregistrer', { version: '0', texte: 'Demain.' }, path))
    expect(late).toMatchObject({ status: 409, typed: { text: 'Demain.' }, draft: { text: 'Hier.', version: 1 } })
    expect(late.problem).toContain('a@hera.example a changé ce brouillon')
    expect(only().text).toBe('Hier.')
    // The same text again, after a lost response, is no conflict.
    expect(leadsTo(await press('enregistrer', { version: '0', texte: 'Hier.' }, path))).toBe(path)
  })

  it('is deleted, and later requests redirect to the list', async () => {
    await press('enregistrer')
    expect(leadsTo(await press('supprimer', {}, `${NEW}?brouillon=1`))).toBe('/bureau/lettres?fait=supprime')
    for (const action of ['enregistrer', 'envoyer'])
      expect(leadsTo(await press(action, {}, `${NEW}?brouillon=1`))).toBe('/bureau/lettres?fait=parti')
    expect([letters.drafts.all(), letters.list()]).toEqual([[], []])
  })

  it.each([
    ['is too long', { texte: 'x'.repeat(30_001) }, /30001 signes/],
    ['has an unknown list', { liste: 'contact' }, /Choisissez à quelle liste/],
  ])('that %s returns 422 with the input, and is not stored', async (_, typed, says) => {
    const shown = state(await press('verifier', typed))
    expect(shown).toMatchObject({ status: 422, problem: expect.stringMatching(says) })
    expect(letters.drafts.all(), 'drafts of rejected input').toEqual([])
  })

  it('returns 400 for an unknown action', async () => expect(await press('effacer')).toMatchObject({ status: 400 }))
})

describe('picture of a letter', () => {
  const photo = (width = 3000, height = 2000) =>
    sharp({ create: { width, height, channels: 3, background: '#c9a876' } })
      .withExif({ IFD0: { Artist: 'Moi' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .jpeg()
      .toBuffer()
      .then((bytes) => new File([new Uint8Array(bytes)], 'IMG_0001.JPG'))

  it('from a phone is scaled down, stripped of EXIF and inserted with its description', async () => {
    const added = await press('photo', { photo: await photo(), description: 'Notre [stand] à Lyon' })
    expect(leadsTo(added)).toBe(`${NEW}?brouillon=1#texte`)
    expect(only().text).toBe(`${WORDS.texte}\n\n![Notre stand à Lyon](photo-1)`)
    const [picture] = letters.drafts.pictures(1)
    const jpeg = picture?.jpeg ?? Buffer.alloc(0)
    const { width, format, exif } = await sharp(jpeg).metadata()
    expect({ width, format, exif }).toEqual({ width: 1072, format: 'jpeg', exif: undefined })
    const { checked } = state(await ask(`${NEW}?brouillon=1`))
    expect(checked?.findings, 'findings about the picture').toEqual([])
    // A draft for the rest of a stopped letter can contain only some of its photographs.
    letters.drafts.keepPicture(1, 'photo-3', jpeg)
    expect(letters.drafts.addPicture(1, jpeg)).toBe('photo-4')
  })

  it.each([
    ['that is a text file', () => new File(['du texte'], 'photo.jpg'), 'Un tapis', /n’est pas une photo/],
    ['that is missing', () => new File([], ''), 'Un tapis', /Choisissez d’abord/],
    ['without a description', () => new File(['x'], 'x.jpg'), ' ', /Dites en quelques mots/],
  ])('%s returns 422, and the text is stored', async (_, file, description, says) => {
    const shown = state(await press('photo', { photo: file(), description }))
    expect(shown).toMatchObject({ status: 422, problem: expect.stringMatching(says) })
    expect(only().text).toBe(WORDS.texte)
    expect(letters.drafts.pictures(1), 'pictures stored although rejected').toEqual([])
  })

  it.each(['photo', 'image:elegance', 'enregistrer', 'verifier'])(
    'or another change («%s») keeps `restOf` of a draft for the rest of a stopped letter',
    async (action) => {
      await press('envoyer')
      const { id } = letters.drafts.create(
        { list: 'newsletter', subject: 'Suite', text: 'Bonjour,', firstReaders: null, restOf: 1 },
        null,
      )
      const photo = new Blob([await sharp('tests/fixtures/picture.webp').jpeg().toBuffer()])
      await press(action, { photo, description: 'Un tapis', version: '0' }, `${NEW}?brouillon=${id}`)
      expect(only(), 'the changed draft').toMatchObject({
        version: expect.toSatisfy((n) => n > 0),
        restOf: 1,
      })
    },
  )

  it('of the site is inserted by its button', async () => {
    await press('image:elegance')
    expect(only().text).toBe(`${WORDS.texte}\n\n![](elegance)`)
  })
})

describe('trial of a letter', () => {
  it('is sent to the selected address of MAIL_TO, otherwise to the first; returns 503 without e-mail', async () => {
    expect(await press('essayer')).toMatchObject({ status: 503 })
    const server = await openMailServer()
    letters = backend.lettersBy(server.url)
    const to = async (adresse: string) => state(await press('essayer', { adresse })).trial?.address
    expect(await to('bureau@hera.example')).toBe('bureau@hera.example')
    expect(await to('autre@exemple.fr')).toBe('atelier@hera.example')
    address = []
    expect(await press('essayer')).toMatchObject({ status: 503 })
    expect(server.received.map(({ to }) => to[0])).toEqual(['bureau@hera.example', 'atelier@hera.example'])
    await server.close()
  })
})

describe('sending a letter', () => {
  it('needs a confirmation, which is shown if the text has no errors and the list has recipients', async () => {
    expect(await press('relire')).toMatchObject({ confirming: true, checked: { recipients: 2 } })
    expect(await press('relire', { texte: 'Voir [ici](/fac).' })).toMatchObject({ status: 422, confirming: false })
    expect(await press('relire', { liste: 'waitlist' })).toMatchObject({ status: 422, confirming: false })
    expect(await press('relire', { liste: '' })).toMatchObject({ problem: expect.stringContaining('quelle liste') })
    address = []
    expect(await press('relire')).toMatchObject({ status: 503, confirming: false })
    expect(letters.list(), 'letters sent before the confirmation').toEqual([])
  })

  it('deletes the draft and sends once, however often the button is pressed', async () => {
    await press('relire')
    const send = () => ask(`${NEW}?brouillon=1`, form({ action: 'envoyer', version: '0' }))
    expect(leadsTo(await send())).toBe('/bureau/lettres/1?fait=partie')
    expect(leadsTo(await send())).toBe('/bureau/lettres/1?fait=deja')
    expect(letters.drafts.all(), 'drafts of a sent letter').toEqual([])
    expect(letters.list()).toMatchObject([{ recipients: 2 }])
    expect(leadsTo(await press('envoyer'))).toBe('/bureau/lettres/1?fait=deja')
  })

  it('asks for confirmation again if the text changed after the first one', async () => {
    await press('relire')
    await press('enregistrer', { version: '0', texte: 'Autre chose.' }, `${NEW}?brouillon=1`)
    const answer = await ask(`${NEW}?brouillon=1`, form({ action: 'envoyer', version: '0' }))
    expect(answer).toMatchObject({ status: 409, confirming: true })
    expect(letters.list(), 'letters with the changed text').toEqual([])
  })

  it('at a later time can be cancelled, and happens at that time', async () => {
    await press('relire')
    const at = (le: string) => ask(`${NEW}?brouillon=1`, form({ action: 'programmer', version: '0', le }))
    expect(await at('2026-11-23T10:59')).toMatchObject({ status: 422, problem: expect.stringContaining('à venir') })
    expect(leadsTo(await at('2026-11-24T09:00'))).toBe('/bureau/lettres?fait=programmee')
    expect(only().sendsAt).toBe('2026-11-24T08:00:00.000Z')
    await ask(`${NEW}?brouillon=1`, form({ action: 'attendre' }))
    backend.goTo('2026-11-24T08:00:00.000Z')
    await letters.sendDue()
    expect([only().sendsAt, letters.list()]).toEqual([null, []])
    await at('2026-11-25T09:00')
    backend.goTo('2026-11-25T07:59:59.000Z')
    await letters.sendDue()
    expect(letters.list(), 'letters before the scheduled time').toEqual([])
    backend.goTo('2026-11-25T08:00:00.000Z')
    await letters.sendDue()
    expect([letters.drafts.all(), letters.list().length]).toEqual([[], 1])
    await letters.sendDue()
    expect(letters.list(), 'letters after a second run').toHaveLength(1)
  })

  it('is cancelled if it changes after it was scheduled, and shows so until it is scheduled again', async () => {
    const more = { texte: 'Bonjour,\n\nP.-S. je cherche mes m' }
    await press('relire')
    await ask(`${NEW}?brouillon=1`, form({ action: 'programmer', version: '0', le: '2026-11-24T09:00' }))
    await press('enregistrer', { version: '0' }, `${NEW}?brouillon=1`)
    expect(only(), 'saved again without a change').toMatchObject({
      sendsAt: '2026-11-24T08:00:00.000Z',
      problem: null,
    })
    for (const version of ['1', '2']) await press('enregistrer', { ...more, version }, `${NEW}?brouillon=1`)
    const again = form({ ...WORDS, ...more, action: 'enregistrer', version: '3' })
    const kept = await ask(`${NEW}?brouillon=1`, again, { Accept: 'application/json' })
    expect(JSON.stringify(await (kept as Response).json()), 'response to the autosave').toContain('fixez-la')
    expect(only()).toMatchObject({ sendsAt: null, problem: expect.stringContaining('fixez-la') })
    expect(state(await ask(`${NEW}?brouillon=1`)).problem).toContain('fixez-la')
    backend.goTo('2026-11-24T08:00:00.000Z')
    await letters.sendDue()
    expect(letters.list(), 'letters without a new confirmation').toEqual([])
  })

  it('at a scheduled time is cancelled if the clock may be wrong or the site was off for long', async () => {
    await press('relire')
    await ask(`${NEW}?brouillon=1`, form({ action: 'programmer', version: '0', le: '2026-11-24T09:00' }))
    backend.goTo('2027-06-01T08:00:00.000Z')
    await letters.sendDue()
    expect(letters.list(), 'letters while the clock may be wrong').toEqual([])
    expect(only()).toMatchObject({ sendsAt: null, problem: expect.stringContaining('horloge') })
  })

  it('to the first readers alone is possible for the waiting list only', async () => {
    await press('enregistrer', { premieres: '1' })
    expect(only().firstReaders, 'firstReaders of a letter').toBeNull()
    await press('enregistrer', { premieres: '1', liste: 'waitlist', version: '0' }, `${NEW}?brouillon=1`)
    expect(only().firstReaders, 'firstReaders of a notice to the waiting list').toBe(1)
  })
})

describe('page of a letter', () => {
  const open = (body?: FormData, id: string | undefined = '1', query = new URLSearchParams()) => {
    const request = new Request(`https://hera.example/bureau/lettres/${id}`, body ? { method: 'POST', body } : {})
    return answerLetter(request, id, query, letters, null)
  }
  const gone = async () => press('envoyer')

  it('shows the letter and confirms the last action', async () => {
    await gone()
    expect(await open()).toMatchObject({ letter: { id: 1 }, unreached: [], message: undefined })
    expect(await open(undefined, '1', new URLSearchParams({ fait: 'partie' }))).toMatchObject({
      message: expect.stringContaining('L’envoi a commencé'),
    })
  })

  it('stops the letter, copies its text to a draft, and sends that to the remaining recipients', async () => {
    await gone()
    backend.queueLetters()
    backend.db.exec(`UPDATE outbox SET sent_at = '${BEGIN}' WHERE recipient = 'lea@exemple.fr'`)
    expect(leadsTo(await open(form({})))).toBe('/bureau/lettres/1?fait=arretee')
    expect(leadsTo(await open(form({})))).toBe('/bureau/lettres/1?fait=finie')
    expect(leadsTo(await open(form({ action: 'reprendre' })))).toBe(`${NEW}?brouillon=2`)
    const draft = only()
    expect(plain(draft.text)).toContain('Le nid d’abeille est revenu.')
    const path = `${NEW}?brouillon=${draft.id}`
    const texte = draft.text.replace('revenu', 'de retour')
    expect(await press('relire', { version: '0', texte }, path)).toMatchObject({ checked: { recipients: 1 } })
    expect(leadsTo(await ask(path, form({ action: 'envoyer', version: '1' })))).toBe('/bureau/lettres/2?fait=partie')
    expect(backend.mails().flatMap(({ mail }) => mail.to)).toEqual(['max@exemple.fr'])
    expect(letters.list()[0]).toMatchObject({ restOf: 1, recipients: 1, sent: 1, state: 'finished' })
  })

  it('copies the text of a stopped letter to a draft for all recipients', async () => {
    await gone()
    letters.stop(1)
    await open(form({ action: 'tous' }))
    expect(only().restOf, 'restOf of the draft').toBeNull()
  })

  it('lists recipients that the letter did not reach, and unsubscribes them on request', async () => {
    await gone()
    backend.queueLetters()
    backend.db.exec(
      `UPDATE outbox SET failed_at = '${BEGIN}', failure = 'refused', last_error = 'recipient: 550 5.1.1 unknown user' WHERE recipient = 'lea@exemple.fr'`,
    )
    const [refused] = letters.unreached(1)
    expect(refused).toMatchObject({ email: 'lea@exemple.fr', reason: expect.stringContaining('550') })
    const reached = backend.db.prepare("SELECT reference FROM outbox WHERE recipient = 'max@exemple.fr'").pluck().get()
    for (const reference of ['N-0000-0000', String(reached)])
      expect(leadsTo(await open(form({ action: 'retirer', reference })))).toContain('finie')
    expect(leadsTo(await open(form({ action: 'retirer', reference: refused?.reference ?? '' })))).toContain('retiree')
    expect(backend.count('newsletter_subscriptions WHERE unsubscribed_at IS NOT NULL'), 'unsubscribed').toBe(1)
  })

  it('is missing for an id that no letter has', async () => {
    await gone()
    for (const id of ['0', '99', '', 'x', '17x', 'x1']) expect(await open(form({}), id), id).toBeUndefined()
    expect(letters.list()).toMatchObject([{ state: 'going' }])
  })
})
