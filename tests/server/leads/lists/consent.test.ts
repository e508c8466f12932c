import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LinkState } from '../../../../src/forms/page-states.ts'
import { answerLink } from '../../../../src/server/leads/lists/answer-link.ts'
import { createConsent } from '../../../../src/server/leads/lists/consent.ts'
import { insertMessage } from '../../../support/insert-rows.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

const DAY = 86_400_000
const SIGN_UP =
  'SELECT confirmed_at, unsubscribed_at, letters_refused FROM leads JOIN newsletter_subscriptions USING (reference)'

setUpTestBackend('2026-11-22T10:00:00.000Z')

const join = (email?: string) => backend.join(email)
const events = () =>
  backend.rows<{ event: string }>('SELECT event FROM consent_events ORDER BY id').map(({ event }) => event)

describe('a confirmation link', () => {
  it('confirms once, with a proof and a welcome e-mail, and responds the same the second time', () => {
    const { confirm } = join()
    backend.goTo(60_000)
    expect(backend.consent.opened(confirm), 'before the button is pressed').toEqual({ step: 'ask', form: 'newsletter' })
    expect(backend.consent.confirm(confirm)?.name).toBe('newsletter')
    expect(backend.consent.opened(confirm), 'once it was').toEqual({ step: 'done', form: 'newsletter' })
    backend.goTo(60_000)
    expect(backend.consent.confirm(confirm)?.name).toBe('newsletter')
    expect(backend.rows(SIGN_UP)).toMatchObject([{ confirmed_at: '2026-11-22T10:01:00.000Z', unsubscribed_at: null }])
    expect(events()).toEqual(['asked', 'confirmed'])
    expect(backend.mails().map(({ kind }) => kind)).toEqual(['welcome'])
  })

  it('resets the count of rejected letters of the address', () => {
    const { confirm } = join()
    backend.db.prepare('UPDATE newsletter_subscriptions SET letters_refused = 2').run()
    backend.consent.confirm(confirm)
    expect(backend.rows(SIGN_UP)).toMatchObject([{ letters_refused: 0 }])
  })

  it('does nothing for a token of the other kind, an unknown token or an erased sign-up', () => {
    const { confirm, unsubscribe } = join()
    expect(backend.consent.unsubscribe(confirm), 'unsubscribed by a confirmation link').toBeUndefined()
    for (const token of [unsubscribe, '', 'x'.repeat(31), 'x'.repeat(32), `${confirm}x`])
      expect(backend.consent.confirm(token), token).toBeUndefined()
    expect(events()).toEqual(['asked'])
    backend.db.exec('DELETE FROM leads')
    expect(backend.consent.confirm(confirm), 'confirmed although the sign-up is erased').toBeUndefined()
    expect(events(), 'steps of consent of an erased sign-up').toEqual([])
  })

  it('confirms if e-mail is no longer set up', () => {
    const { confirm } = join()
    const consent = createConsent(backend.db, backend.clock)
    expect(consent.confirm(confirm)?.name).toBe('newsletter')
    expect(events()).toEqual(['asked', 'confirmed'])
  })

  it('does nothing after the subscriber has unsubscribed', () => {
    const { confirm, unsubscribe } = join()
    backend.consent.unsubscribe(unsubscribe)
    expect(backend.consent.confirm(confirm), 'confirmed after unsubscribing').toBeUndefined()
    expect(backend.rows(SIGN_UP)).toMatchObject([{ confirmed_at: null }])
  })
})

describe('an unsubscribe link', () => {
  it('ends the sign-up once, with the time of its first use, and works years later', () => {
    const { unsubscribe } = join()
    backend.goTo(800 * DAY)
    expect(backend.consent.unsubscribe(unsubscribe)?.name).toBe('newsletter')
    const ended = backend.clock().toISOString()
    backend.goTo(DAY)
    expect(backend.consent.unsubscribe(unsubscribe)?.name).toBe('newsletter')
    expect(backend.rows(SIGN_UP)).toMatchObject([{ unsubscribed_at: ended }])
    expect(events()).toEqual(['asked', 'unsubscribed'])
  })

  it('deletes queued messages to the subscriber, but not the one to the owner or those of another list', () => {
    const { reference, unsubscribe } = join()
    backend.submit('waitlist', { email: 'lea@exemple.fr' })
    for (const message of [{ kind: 'welcome', recipient: 'lea@exemple.fr' }, { kind: 'lead' }])
      insertMessage(backend.db, backend.clock().toISOString(), { ...message, form: 'newsletter', reference })
    backend.consent.unsubscribe(unsubscribe)
    const waiting = backend.rows<{ kind: string; form: string }>(
      'SELECT kind, form FROM outbox WHERE sent_at IS NULL ORDER BY id',
    )
    expect(waiting.map(({ kind, form }) => `${kind} ${form}`)).toEqual(['confirmation waitlist', 'lead newsletter'])
    expect(backend.count('waitlist_signups WHERE unsubscribed_at IS NULL'), 'sign-ups to the other list').toBe(1)
  })

  it('is undone by a new sign-up, which must be confirmed again, but not by a suspected one', () => {
    const { confirm, unsubscribe } = join()
    backend.consent.confirm(confirm)
    backend.mails()
    backend.consent.unsubscribe(unsubscribe)
    const [shown] = backend.rows('SELECT notice_version FROM leads')
    backend.db.exec(
      "INSERT INTO notices VALUES ('000000000000', 'newsletter', '', ''); UPDATE leads SET notice_version = '000000000000'",
    )
    backend.goTo(DAY)
    backend.submit('newsletter', { email: 'lea@exemple.fr' }, true)
    expect(backend.rows(SIGN_UP)).toMatchObject([{ unsubscribed_at: '2026-11-22T10:00:00.000Z' }])
    expect([events(), backend.mails()]).toEqual([['asked', 'confirmed', 'unsubscribed'], []])
    join()
    expect(backend.rows(SIGN_UP)).toMatchObject([{ unsubscribed_at: null, confirmed_at: null }])
    expect(events()).toEqual(['asked', 'confirmed', 'unsubscribed', 'asked'])
    expect(backend.rows('SELECT notice_version FROM consent_events').at(-1), 'the notice shown now').toEqual(shown)
  })
})

it('the database stores the SHA-256 of a token, but no token', () => {
  const { confirm, unsubscribe } = join()
  const hashes = [confirm, unsubscribe].map((token) => createHash('sha256').update(token).digest('hex'))
  const kept = backend.rows<{ hash: string }>('SELECT hash FROM consent_tokens')
  expect(kept.map(({ hash }) => hash).sort()).toEqual(hashes.sort())
})

describe('the page of a link', () => {
  const TOKEN = 'a'.repeat(32)
  const ask = (method: string, token: string, found: string | undefined = 'newsletter', state?: LinkState) => {
    const followed: string[] = []
    const follow = (given: string) => {
      followed.push(given)
      return found
    }
    const url = 'https://hera.example/desinscription/x'
    const link = { follow, ...(state && { opened: () => state }), otherwise: 'ended' as const }
    return answerLink(new Request(url, { method }), token, link).then((answer) => ({ answer, followed }))
  }

  it('asks for confirmation on GET and does nothing, whatever the token (RFC 8058)', async () =>
    expect(await ask('GET', TOKEN)).toEqual({ answer: { step: 'ask' }, followed: [] }))

  it('follows the link on POST and reports an unknown token', async () => {
    expect(await ask('POST', TOKEN)).toEqual({ answer: { step: 'done', form: 'newsletter' }, followed: [TOKEN] })
    expect((await ask('POST', TOKEN, '')).answer).toEqual({ step: 'ended' })
    for (const token of ['', 'a'.repeat(33)])
      expect(await ask('POST', token)).toEqual({ answer: { step: 'unknown' }, followed: [] })
  })

  it('has no button if the link was followed already', async () => {
    const done = { step: 'done', form: 'waitlist' } as const
    expect((await ask('GET', TOKEN, 'newsletter', done)).answer).toEqual(done)
  })
})
