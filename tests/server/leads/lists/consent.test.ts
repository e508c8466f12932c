import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertMessage } from '../../../support/insert-rows.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

const DAY = 86_400_000
const SIGN_UP =
  'SELECT confirmed_at, unsubscribed_at, letters_refused FROM leads JOIN newsletter_subscriptions USING (reference)'

setUpTestBackend('2026-11-22T10:00:00.000Z')

const events = () => backend.column('SELECT event FROM consent_events ORDER BY id')

describe('a confirmation link', () => {
  it('confirms once, with a proof and a welcome e-mail, forgets rejected letters, and responds the same again', () => {
    const { confirm } = backend.join()
    backend.db.exec('UPDATE newsletter_subscriptions SET letters_refused = 2')
    backend.goTo(60_000)
    expect(backend.consent.opened(confirm), 'before the button is pressed').toEqual({ step: 'ask', form: 'newsletter' })
    expect(backend.consent.confirm(confirm)?.name).toBe('newsletter')
    expect(backend.consent.opened(confirm), 'once it was').toEqual({ step: 'done', form: 'newsletter' })
    backend.goTo(60_000)
    expect(backend.consent.confirm(confirm)?.name).toBe('newsletter')
    expect(backend.rows(SIGN_UP)).toEqual([
      { confirmed_at: '2026-11-22T10:01:00.000Z', unsubscribed_at: null, letters_refused: 0 },
    ])
    expect(events()).toEqual(['asked', 'confirmed'])
    expect(backend.sentKinds()).toEqual(['welcome'])
  })

  it('does nothing for a token of the other kind or an unknown one, nor after the sign-up has ended', () => {
    const { confirm, unsubscribe } = backend.join()
    expect(backend.consent.unsubscribe(confirm), 'unsubscribed by a confirmation link').toBeUndefined()
    for (const token of [unsubscribe, '', 'x'.repeat(31), 'x'.repeat(32), `${confirm}x`])
      expect(backend.consent.confirm(token), token).toBeUndefined()
    expect(events()).toEqual(['asked'])
    backend.consent.unsubscribe(unsubscribe)
    expect(backend.consent.confirm(confirm), 'confirmed after unsubscribing').toBeUndefined()
    expect(backend.rows(SIGN_UP)).toMatchObject([{ confirmed_at: null }])
  })
})

describe('an unsubscribe link', () => {
  it('ends the sign-up once, with the time of its first use, and works years later', () => {
    const { unsubscribe } = backend.join()
    backend.goTo(800 * DAY)
    expect(backend.consent.unsubscribe(unsubscribe)?.name).toBe('newsletter')
    const ended = backend.clock().toISOString()
    backend.goTo(DAY)
    expect(backend.consent.unsubscribe(unsubscribe)?.name).toBe('newsletter')
    expect(backend.rows(SIGN_UP)).toMatchObject([{ unsubscribed_at: ended }])
    expect(events()).toEqual(['asked', 'unsubscribed'])
  })

  it('deletes queued messages to the subscriber, but not the one to the owner or those of another list', () => {
    const { reference, unsubscribe } = backend.join()
    backend.submit('waitlist', { email: 'lea@exemple.fr' })
    for (const message of [{ kind: 'welcome', recipient: 'lea@exemple.fr' }, { kind: 'lead' }])
      insertMessage(backend.db, backend.clock().toISOString(), { ...message, form: 'newsletter', reference })
    backend.consent.unsubscribe(unsubscribe)
    const waiting = backend.column("SELECT kind || ' ' || form FROM outbox WHERE sent_at IS NULL ORDER BY id")
    expect(waiting).toEqual(['confirmation waitlist', 'lead newsletter'])
    expect(backend.count('waitlist_signups WHERE unsubscribed_at IS NULL'), 'sign-ups to the other list').toBe(1)
  })

  it('is undone by a new sign-up under the notice of that day, which must be confirmed, but not by a suspected one', () => {
    backend.consent.unsubscribe(backend.joinConfirmed().unsubscribe)
    const [shown] = backend.column('SELECT notice_version FROM leads')
    backend.db.exec(
      "INSERT INTO notices VALUES ('000000000000', 'newsletter', '', ''); UPDATE leads SET notice_version = '000000000000'",
    )
    backend.goTo(60_000)
    backend.submit('newsletter', { email: 'lea@exemple.fr' }, true)
    expect([events(), backend.mails()]).toEqual([['asked', 'confirmed', 'unsubscribed'], []])
    backend.join()
    expect(backend.rows(SIGN_UP)).toMatchObject([{ unsubscribed_at: null, confirmed_at: null }])
    expect(backend.column('SELECT created_at FROM leads')).toEqual([backend.clock().toISOString()])
    expect(events()).toEqual(['asked', 'confirmed', 'unsubscribed', 'asked'])
    expect(backend.column('SELECT notice_version FROM consent_events').at(-1)).toEqual(shown)
  })
})

it('the database stores the SHA-256 of a token, but no token', () => {
  const { confirm, unsubscribe } = backend.join()
  const hashes = [confirm, unsubscribe].map((token) => createHash('sha256').update(token).digest('hex'))
  expect(backend.column('SELECT hash FROM consent_tokens ORDER BY hash')).toEqual(hashes.sort())
})
