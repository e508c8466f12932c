import { beforeEach, describe, expect, it } from 'vitest'
import { performLetter, previewResponse, showLetter } from '../../../src/server/desk/letter/letter-page.ts'
import { letterSummaries } from '../../../src/server/mail/letters/letter-rows.ts'
import type { Letters } from '../../../src/server/mail/letters/letters.ts'
import { PLAIN_LETTER } from '../../support/letter.ts'
import { CONFIRM } from '../../support/samples.ts'
import { server, setUpMailServer } from '../../support/smtp.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

setUpTestBackend('2026-11-22T10:00:00.000Z')
setUpMailServer()
let letters: Letters
beforeEach(() => {
  letters = backend.lettersBy(server.url)
  for (const name of ['lea', 'max', 'zoe']) backend.submit('newsletter', { email: `${name}@exemple.fr` })
  backend.db.exec(`${CONFIRM}; DELETE FROM outbox`)
})

const OWN = 'atelier@hera.example'
const TYPED = { liste: 'newsletter', objet: PLAIN_LETTER.subject, texte: PLAIN_LETTER.text }
const by = (own?: string) => ({ db: backend.db, clock: backend.clock, letters, own })
const ask = async (query: string, input?: Record<string, string>) =>
  input ? performLetter(input, by(OWN)) : showLetter(new URLSearchParams(query), by(OWN))
const press = (action: string, more: Record<string, string> = {}) => ask('', { ...TYPED, action, ...more })
const location = (answer: unknown) => (answer instanceof Response ? answer.headers.get('location') : answer)
/** Checks the letter and sends what was checked. */
const send = async (more: Record<string, string> = {}) => {
  const checked = await press('verifier', more)
  const vu = 'checked' in checked ? (checked.checked?.digest ?? '') : ''
  return location(await press('envoyer', { ...more, vu }))
}

describe('the page of letters', () => {
  it('sends what was checked, once, however often the button is pressed', async () => {
    expect(await press('envoyer', { vu: 'x' }), 'what nobody has seen').toMatchObject({ status: 409 })
    expect(await send()).toBe('/bureau/lettre?lettre=1&fait=partie')
    expect(await send()).toBe('/bureau/lettre?lettre=1&fait=deja')
    expect(letterSummaries(backend.db)).toMatchObject([{ id: 1, recipients: 3 }])
    expect(await ask('lettre=1&fait=partie')).toMatchObject({
      letter: { state: 'going' },
      message: expect.stringMatching(/commencé/),
    })
    expect(await ask('lettre=9')).toMatchObject({ status: 404 })
  })

  it('sends a trial to whoever is signed in, and says so if no e-mail goes', async () => {
    const objet = 'Bonjour\r\nBcc: tous@mal.example'
    expect(await press('essayer', { objet })).toMatchObject({ trial: { address: OWN, failed: undefined } })
    expect(server.received.map(({ to }) => to)).toEqual([[OWN]])
    expect(server.received[0]?.raw, 'a header of its subject').not.toMatch(/^bcc:/im)
    expect(server.received[0]?.headers.subject).toMatch(/^\[Essai\] Bonjour/)
    expect(server.received[0]?.text, 'a link that ends no sign-up').toContain('/desinscription/lien-personnel')
    expect([letterSummaries(backend.db), backend.count('outbox')], 'stored').toEqual([[], 0])
    expect(await performLetter({ ...TYPED, action: 'envoyer' }, by())).toMatchObject({ status: 503 })
  })

  it('shows it in a frame of the same site, in which nothing runs', () => {
    const { headers } = previewResponse('<script>')
    expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none';.* sandbox;.* frame-ancestors 'self'/)
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  })

  it('stops a letter, and sends the corrected one to those whom it has not reached', async () => {
    await send()
    backend.sendNext()
    expect(location(await ask('', { action: 'arreter', lettre: '1' }))).toContain('fait=arretee')
    expect(location(await ask('', { action: 'arreter', lettre: '1' }))).toContain('fait=finie')
    const again = await ask('reprendre=1')
    expect(again).toMatchObject({ typed: { restOf: 1, subject: TYPED.objet, text: TYPED.texte } })
    expect(await send({ suite: '1', texte: TYPED.texte.replace('Bonjour', 'Bonsoir') })).toContain('lettre=2')
    expect(backend.mails().flatMap(({ mail }) => mail.to)).toEqual(['max@exemple.fr', 'zoe@exemple.fr'])
  })
})
