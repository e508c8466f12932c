import { beforeEach, describe, expect, it } from 'vitest'
import { forms } from '../../../src/forms/index.ts'
import { KINDS } from '../../../src/server/all-kinds.ts'
import { createUnaskedRequests } from '../../../src/server/mail/announce.ts'
import { createQueue } from '../../../src/server/mail/backlog.ts'
import { mailboxOf } from '../../../src/server/people/mailbox.ts'
import { createShare } from '../../../src/server/token-buckets.ts'
import { insertLetter, insertMessage } from '../../insert-rows.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = '2026-11-22T10:00:00.000Z'

setUpTestBackend(BEGIN)
beforeEach(() => {
  // These messages belong to no lead.
  backend.db.pragma('foreign_keys = OFF')
})

const queue = (kind: string, recipient: string | null) => {
  const letter = kind === 'letter' ? { letter: 1 } : {}
  backend.outbox.add({ kind, form: 'contact', reference: 'C-0000-0000', recipient, ...letter })
  return Number(backend.db.prepare('SELECT max(id) FROM outbox').pluck().get())
}
/** Adds messages that were sent at an instant. */
const went = (count: number, kind: string, sent_at = BEGIN) => {
  const recipient = kind === 'lead' ? null : 'x@exemple.fr'
  for (let n = 0; n < count; n++) insertMessage(backend.db, sent_at, { kind, recipient, sent_at })
}
const chosen = () => backend.policy.choose()?.ids

describe('an hourly budget of 300 messages', () => {
  it('counts what was sent within the hour, submissions in one message once', () => {
    const id = queue('acknowledgement', 'lea@exemple.fr')
    went(270, 'lead')
    expect(chosen(), 'chosen while the hour is full').toBeUndefined()
    backend.db.exec(
      "UPDATE outbox SET sent_with = (SELECT min(id) FROM outbox WHERE kind = 'lead') WHERE kind = 'lead'",
    )
    expect(chosen()).toEqual([id])
  })

  it('predicts when a mailing ends: the unused budget of the hour is sent at once, the rest at 180 an hour', () => {
    const { lastMailingAt } = createQueue(backend.db, backend.clock, 300, KINDS)
    const takes = (count: number) => Date.parse(lastMailingAt(count)) - backend.clock().getTime()
    expect(takes(180), 'how long 180 take in an empty hour').toBe(0)
    expect(takes(181), 'how long 181 take in an empty hour').toBe(HOUR)
    expect(takes(360), 'how long 360 take in an empty hour').toBe(HOUR)
    went(130, 'acknowledgement')
    expect(takes(80), 'how long 80 take after 130').toBe(0)
    expect(takes(260), 'how long 260 take after 130').toBe(HOUR)
    went(200, 'confirmation')
    expect(takes(180), 'how long 180 take in a full hour').toBe(HOUR)
    expect(takes(0), 'how long none take in a full hour').toBe(0)
  })
})

describe('a queued message', () => {
  it('is claimed by one process, and by another after ten minutes if the first one died', () => {
    const id = queue('acknowledgement', 'lea@exemple.fr')
    expect(backend.outbox.claim()?.messages).toMatchObject([{ id, attempts: 1 }])
    backend.goTo(10 * MINUTE)
    expect(backend.outbox.claim(), 'claimed by another process within ten minutes').toBeUndefined()
    backend.goTo(1)
    expect(backend.outbox.claim()?.messages).toMatchObject([{ id, attempts: 2 }])
    expect(backend.rows('SELECT uncertain FROM outbox')).toEqual([{ uncertain: 1 }])
  })

  it('is not delayed by times that a clock stored while it was ahead', () => {
    const id = queue('acknowledgement', 'lea@exemple.fr')
    backend.db.exec("UPDATE outbox SET next_attempt_at = '2030-01-01T00:00:00.000Z'")
    went(300, 'acknowledgement', '2030-01-01T00:00:00.000Z')
    expect(chosen()).toEqual([id])
  })
})

it('the response of the mail server is stored up to 300 characters, null if empty, and ends the claim', () => {
  const long = 'x'.repeat(400)
  let count = 0
  const next = () => {
    queue('acknowledgement', `lea${count++}@exemple.fr`)
    return backend.taken()
  }
  backend.outbox.fail(next(), 'refused', long)
  backend.outbox.postpone(next(), new Date('2026-11-22T10:05:00.000Z'), long)
  backend.outbox.sent(next(), long)
  backend.outbox.sent(next())
  expect(backend.rows('SELECT length(last_error) AS length, uncertain, claimed_at FROM outbox ORDER BY id')).toEqual(
    [300, 300, 300, null].map((length) => ({ length, uncertain: 0, claimed_at: null })),
  )
  backend.outbox.pause(next(), { failures: 1, pausedUntil: null, lastError: long })
  expect(backend.outbox.server().lastError).toBe('x'.repeat(300))
  backend.outbox.pause(backend.taken(), { failures: 1, pausedUntil: null, lastError: null })
  expect(backend.outbox.server().lastError, 'stored response if the server sent none').toBeNull()
})

it('the outbox counts queued messages without letters and those that are held, sent or failed', () => {
  insertLetter(backend.db, BEGIN)
  queue('letter', 'lea@exemple.fr')
  queue('acknowledgement', 'lea@exemple.fr')
  backend.outbox.fail(backend.taken(), 'refused', 'non')
  expect(backend.outbox.waiting(), 'queued beside a letter and a failed message').toBe(0)
  queue('confirmation', 'lea@exemple.fr')
  queue('lead', null)
  backend.outbox.add({ kind: 'lead', form: 'contact', reference: 'C-1', recipient: null, suspected: true })
  expect(backend.outbox.waiting(), 'queued beside a held message').toBe(2)
})

it('sign-ups without a confirmation request are asked while others wait only up to a total of twenty', () => {
  const ask = createUnaskedRequests(backend.db, backend.outbox, backend.announcer)
  for (let n = 0; n < 30; n++) backend.submit('newsletter', { email: `p${n}@exemple.fr` })
  backend.db.exec('DELETE FROM outbox; UPDATE newsletter_subscriptions SET asked_at = NULL')
  for (let n = 0; n < 13; n++) queue('acknowledgement', `a${n}@exemple.fr`)
  ask()
  expect(backend.count("outbox WHERE kind = 'confirmation'"), 'confirmation requests within the total').toBe(7)
  ask()
  expect(backend.count("outbox WHERE kind = 'confirmation'"), 'confirmation requests after another run').toBe(7)
})

it('a sign-up without a confirmation request is asked at a new address, however recently the former one was', () => {
  backend.submit('newsletter')
  backend.mails()
  backend.db.exec('UPDATE newsletter_subscriptions SET asked_at = NULL')
  expect(backend.mails().map(({ kind }) => kind)).toEqual(['confirmation'])
})

describe('the limits of a day', () => {
  it('allow a mailbox three messages of a kind, and three again the next day', () => {
    const holds = () =>
      backend.rows<{ hold: string | null }>('SELECT hold FROM outbox ORDER BY id').map(({ hold }) => hold)
    for (const address of ['lea@exemple.fr', 'Lea+a@exemple.fr', 'lea+b@exemple.fr', 'lea+c@exemple.fr'])
      queue('acknowledgement', address)
    queue('confirmation', 'lea@exemple.fr')
    queue('acknowledgement', 'autre@exemple.fr')
    expect(holds()).toEqual([null, null, null, 'mailbox', null, null])
    backend.goTo(24 * HOUR - 1)
    queue('acknowledgement', 'lea@exemple.fr')
    backend.goTo(1)
    queue('acknowledgement', 'lea@exemple.fr')
    expect(holds().slice(6)).toEqual(['mailbox', null])
  })

  it('count messages of suspected submissions for the mailbox, because they may be released', () => {
    const about = { form: 'contact', reference: 'C-1', recipient: 'lea@exemple.fr' }
    for (let n = 0; n < 3; n++) backend.outbox.add({ kind: 'acknowledgement', ...about, suspected: true })
    queue('acknowledgement', 'lea@exemple.fr')
    expect(backend.rows('SELECT hold FROM outbox WHERE id = 4')).toEqual([{ hold: 'mailbox' }])
  })

  it('refill evenly for a network, up to the limit, and not if the clock is set back', () => {
    let now = 0
    const take = createShare(() => new Date(now), { perAddress: 2, per56: 3, per48: 4, periodMs: 1000 })
    const ask = (...addresses: string[]) => addresses.map((address) => take(address))
    expect(ask('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([true, true, false, true])
    now = 499
    expect(take('192.0.2.1'), 'refilled too early').toBe(false)
    now = 500
    expect(ask('192.0.2.1', '192.0.2.1'), 'half a period later').toEqual([true, false])
    now = 100_000
    expect(ask('192.0.2.1', '192.0.2.1', '192.0.2.1'), 'a long time later').toEqual([true, true, false])
    expect(ask('2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1', '2001:db8:0:3::1'), 'within a /56').toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(ask('2001:db8:0:100::1', '2001:db8:0:200::1', '2001:db8:1::1'), 'beyond a /56').toEqual([true, false, true])
    now = 50_000
    expect(take('203.0.113.1'), 'a new address after the clock was set back').toBe(true)
    now = 0
    expect(ask('203.0.113.1', '203.0.113.1'), 'after the clock was set back again').toEqual([true, false])
    for (let n = 0; n < 9; n++) expect(ask(undefined as never, 'inconnue'), 'without an address').toEqual([true, true])
  })

  it('remove no tag from an address that begins with a plus', () => {
    expect(mailboxOf(' +lea@Exemple.fr ')).toBe('+lea@exemple.fr')
    expect(mailboxOf('lea@b+c@exemple.fr')).toBe('lea@b@exemple.fr')
  })
})

describe('a sign-up is asked to confirm', () => {
  const asked = () => backend.mails().filter(({ kind }) => kind === 'confirmation').length
  it.each([
    ['is queued', 'id = id', 0, ['before']],
    ['was sent', `sent_at = '${BEGIN}'`, 0, ['before']],
    ['was sent almost ten minutes ago', `sent_at = '${BEGIN}'`, 10 * MINUTE - 1, ['before']],
    ['was sent ten minutes ago', `sent_at = '${BEGIN}'`, 10 * MINUTE, ['before', 'again']],
    ['is held', "hold = 'network'", 0, ['again']],
    ['was given up', `failed_at = '${BEGIN}', failure = 'expired'`, 0, ['before', 'again']],
    ['is dated by a clock that was ahead', "created_at = '2030-01-01T00:00:00.000Z'", 0, ['before', 'again']],
    ['went to another address', "recipient = 'autre@exemple.fr'", 0, ['before', 'again']],
    ['is a welcome', "kind = 'welcome'", 0, ['before', 'again']],
  ])('again or not if the address is entered again and the earlier e-mail %s', (_, state, later, left) => {
    backend.submit('newsletter')
    backend.db.exec(`UPDATE outbox SET message_id = 'before', ${state}`)
    backend.goTo(later)
    backend.submit('newsletter')
    const ids = backend.rows<{ message_id: string }>('SELECT message_id FROM outbox ORDER BY id')
    expect(ids.map(({ message_id: id }) => (id === 'before' ? id : 'again'))).toEqual(left)
  })

  it('later if e-mail was set up later, twenty at a time, unless it is unsubscribed, confirmed or suspected', () => {
    const names = forms.newsletter.table
    for (let n = 0; n < 25; n++) backend.submit('newsletter', { email: `p${n}@exemple.fr` })
    backend.submit('newsletter', { email: 'suspecte@exemple.fr' }, true)
    backend.db.exec(`DELETE FROM outbox; UPDATE ${names} SET asked_at = NULL;
      UPDATE ${names} SET confirmed_at = '${BEGIN}' WHERE email = 'p0@exemple.fr';
      UPDATE ${names} SET unsubscribed_at = '${BEGIN}' WHERE email = 'p1@exemple.fr'`)
    expect([asked(), asked(), asked()]).toEqual([20, 3, 0])
  })
})
