import { beforeEach, describe, expect, it } from 'vitest'
import { KINDS } from '../../../src/model/email-kinds.ts'
import { writeFact } from '../../../src/server/database/small-facts.ts'
import { recordObjection } from '../../../src/server/leads/person.ts'
import { releaseHeld, retryMessages } from '../../../src/server/mail/outbox-admin.ts'
import { noteMailServer } from '../../../src/server/mail/results.ts'
import { insertLetter, insertMessage } from '../../support/insert-rows.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = '2026-11-22T10:00:00.000Z'
const LONG_AFTER = '2030-01-01T00:00:00.000Z'

setUpTestBackend(BEGIN)
beforeEach(() => {
  // These messages belong to no lead.
  backend.db.pragma('foreign_keys = OFF')
})

const queue = (kind: string, recipient: string | null, address?: string) => {
  const letter = kind === 'letter' ? { letter: 1 } : {}
  backend.outbox.add({ kind, form: 'contact', reference: 'C-0000-0000', recipient, address, ...letter })
  return Number(backend.db.prepare('SELECT max(id) FROM outbox').pluck().get())
}
/** Adds messages that were sent at an instant. */
const went = (count: number, kind: string, sent_at = BEGIN) => {
  const recipient = kind === 'lead' ? null : 'x@exemple.fr'
  for (let n = 0; n < count; n++) insertMessage(backend.db, sent_at, { kind, recipient, sent_at })
}
const sentKinds = () => backend.sendAll().map(({ messages: [{ kind }] }) => kind)
const sentIds = () => backend.sendAll().flatMap(({ messages }) => messages.map(({ id }) => id))
const holds = () => backend.column('SELECT hold FROM outbox ORDER BY id')

describe('the order of e-mails', () => {
  it('is: sign-in, answer, notice, morning, withdrawal, confirmation and acknowledgement by age, letter', () => {
    for (const { name } of KINDS.toReversed()) {
      queue(name, name === 'lead' || name === 'morning' ? null : `${name}@exemple.fr`)
      backend.goTo(1)
    }
    const promised = [
      ...['sign-in', 'reply', 'handed', 'lead', 'morning', 'withdrawal'],
      ...['welcome', 'confirmation', 'acknowledgement', 'letter'],
    ]
    // A kind that is added later has its own place among them.
    expect(sentKinds().filter((kind) => promised.includes(kind))).toEqual(promised)
  })

  it('is not disturbed by rows that a clock dated while it was ahead', () => {
    const ids = [queue('acknowledgement', 'lea@exemple.fr'), queue('lead', null), queue('withdrawal', 'x@exemple.fr')]
    backend.db.exec(`UPDATE outbox SET next_attempt_at = '${LONG_AFTER}'`)
    went(300, 'acknowledgement', LONG_AFTER)
    went(20, 'lead', LONG_AFTER)
    went(10, 'withdrawal', LONG_AFTER)
    expect(sentIds().sort()).toEqual(ids)
  })

  it('after a kill begins with what was being sent, but a letter may have arrived and is not sent again', () => {
    insertLetter(backend.db, BEGIN)
    for (const kind of ['acknowledgement', 'letter']) queue(kind, 'lea@exemple.fr')
    const claimed = [backend.order.claim(), backend.order.claim()]
    expect(claimed.map((dispatch) => dispatch?.messages[0].attempts)).toEqual([1, 1])
    expect(backend.order.claim(), 'claimed twice').toBeUndefined()
    backend.results.settle()
    expect(backend.order.claim()?.messages).toMatchObject([{ kind: 'acknowledgement', attempts: 2 }])
    expect(backend.column('SELECT failure FROM outbox ORDER BY id')).toEqual([null, 'unknown'])
  })
})

it('MAIL_PER_HOUR leaves a fifth of any sixty minutes to the house, and counts what left together once', () => {
  went(239, 'welcome')
  const [first, , notice] = [queue('withdrawal', 'a@b.fr'), queue('letter', 'c@d.fr'), queue('lead', null)]
  expect(sentIds(), 'sent of what is due').toEqual([notice, first])
  expect(backend.order.isFull(), 'full for others').toBe(true)
  expect(queue('reply', 'a@b.fr') && sentKinds(), 'sent of the fifth').toEqual(['reply'])
  went(58, 'reply')
  expect(queue('reply', 'a@b.fr') && sentKinds(), 'sent in a full hour').toEqual([])
  const together = "(SELECT min(id) FROM outbox WHERE kind = 'welcome')"
  backend.db.exec(`UPDATE outbox SET sent_with = ${together} WHERE kind = 'welcome'`)
  expect(sentKinds()).toEqual(['reply', 'letter'])
})

it('withdrawals of one mailbox are all acknowledged, ten an hour, and hold up nobody else', () => {
  for (let n = 0; n < 21; n++) queue('withdrawal', `lea+${n}@exemple.fr`)
  queue('withdrawal', 'max@exemple.fr')
  for (const count of [11, 10, 1, 0]) {
    expect(sentIds()).toHaveLength(count)
    backend.goTo(HOUR)
  }
})

describe('the caps of a day', () => {
  it('are three messages of a kind for a mailbox, and three again the next day', () => {
    for (const address of ['lea@exemple.fr', 'Lea+a@exemple.fr', 'lea+b@exemple.fr', 'lea+c@exemple.fr'])
      queue('acknowledgement', address)
    queue('confirmation', 'lea@exemple.fr')
    queue('acknowledgement', 'autre@exemple.fr')
    for (let n = 0; n < 5; n++) queue('withdrawal', 'lea@exemple.fr')
    expect(holds()).toEqual([null, null, null, 'mailbox', ...Array(7).fill(null)])
    backend.goTo(24 * HOUR - 1)
    queue('acknowledgement', 'lea@exemple.fr')
    backend.goTo(1)
    queue('acknowledgement', 'lea@exemple.fr')
    expect(holds().slice(-2)).toEqual(['mailbox', null])
  })

  it('are fifty messages that one network causes, /24 or /56', () => {
    for (let n = 0; n < 50; n++) queue('confirmation', `a${n}@exemple.fr`, `192.0.2.${n}`)
    queue('confirmation', 'trop@exemple.fr', '192.0.2.200')
    queue('confirmation', 'ailleurs@exemple.fr', '192.0.3.1')
    queue('confirmation', 'inconnu@exemple.fr')
    for (let n = 0; n < 51; n++) queue('welcome', `b${n}@exemple.fr`, `2001:db8:0:${n}::1`)
    expect(holds().filter(Boolean)).toEqual(['network', 'network'])
    expect([holds()[50], holds().at(-1)]).toEqual(['network', 'network'])
  })

  it('are not used up by suspected entries before these are released', () => {
    for (const n of [1, 2, 3]) backend.submit('newsletter', { email: `share2+${n}@exemple.fr` }, true)
    backend.submit('newsletter', { email: 'share2@exemple.fr' })
    expect(holds()).toEqual(['suspected', 'suspected', 'suspected', null])
    backend.db.exec('UPDATE outbox SET hold = NULL')
    backend.submit('newsletter', { email: 'share2+4@exemple.fr' })
    expect(holds().at(-1)).toBe('mailbox')
  })

  it('end when the house releases what is held above them; suspected entries stay', () => {
    for (let n = 0; n < 5; n++) queue('acknowledgement', 'lea@exemple.fr')
    backend.outbox.add({ kind: 'welcome', form: 'contact', reference: 'C-1', recipient: 'a@b.fr', suspected: true })
    backend.db.exec("UPDATE outbox SET hold = 'network' WHERE id = 5")
    expect(releaseHeld(backend.db, backend.clock), 'released').toBe(2)
    expect(holds()).toEqual([null, null, null, null, null, 'suspected'])
  })
})

it('hera mail retry makes failed and waiting messages due, but none held, sent, being sent, returned or of a letter', () => {
  for (let n = 1; n <= 5; n++)
    backend.outbox.add({ kind: 'lead', form: 'contact', reference: `C-${n}`, recipient: null, suspected: n === 4 })
  backend.db.exec(`UPDATE outbox SET sent_at = '${BEGIN}' WHERE id = 2;
    UPDATE outbox SET failed_at = '${BEGIN}', failure = 'expired' WHERE id = 3;
    UPDATE outbox SET claimed_at = '${BEGIN}' WHERE id = 5`)
  insertLetter(backend.db, BEGIN)
  const failed = { recipient: 'lea@exemple.fr', failed_at: BEGIN }
  insertMessage(backend.db, BEGIN, { kind: 'reply', failure: 'returned', ...failed })
  insertMessage(backend.db, BEGIN, { kind: 'letter', failure: 'refused', letter: 1, ...failed })
  noteMailServer(backend.db, { failures: 3, pausedUntil: '2026-11-22T11:00:00.000Z', lastError: null })
  backend.goTo(MINUTE)
  expect(retryMessages(backend.db, backend.clock), 'messages retried').toBe(2)
  const due = backend.column('SELECT id FROM outbox WHERE next_attempt_at = ?', backend.clock().toISOString())
  expect(due).toEqual([1, 3])
  expect(backend.results.server().pausedUntil, 'pause of the mail server').toBeNull()
})

describe('a sign-up is asked to confirm', () => {
  it.each([
    ['is queued', 'id = id', 0, ['before']],
    ['was sent ten minutes ago', `sent_at = '${BEGIN}'`, 10 * MINUTE, ['before', 'again']],
    ['was given up', `failed_at = '${BEGIN}', failure = 'expired'`, 0, ['before', 'again']],
    ['is dated by a clock that was ahead', `created_at = '${LONG_AFTER}'`, 0, ['before', 'again']],
    ['went to another address', "recipient = 'autre@exemple.fr'", 0, ['before', 'again']],
  ])('again or not if the address is entered again and the earlier e-mail %s', (_, state, later, left) => {
    backend.submit('newsletter')
    backend.db.exec(`UPDATE outbox SET message_id = 'before', ${state}`)
    backend.goTo(later)
    backend.submit('newsletter')
    const ids = backend.column('SELECT message_id FROM outbox ORDER BY id')
    expect(ids.map((id) => (id === 'before' ? id : 'again'))).toEqual(left)
  })

  it('never after an objection, and not while nobody can read who objected', () => {
    recordObjection(backend.db, backend.objections, 'lea@exemple.fr')
    backend.submit('newsletter', { email: 'Lea@exemple.fr' })
    writeFact(backend.db, 'hash-key', 'x'.repeat(43))
    backend.submit('newsletter', { email: 'max@exemple.fr' })
    expect(backend.count('outbox')).toBe(0)
    expect(backend.count('newsletter_subscriptions WHERE asked_at IS NULL'), 'to be asked later').toBe(1)
  })

  it('later if e-mail was set up later, while fewer than twenty messages wait, unless its sign-up has ended or is suspended', () => {
    insertLetter(backend.db, BEGIN)
    for (let n = 0; n < 25; n++) backend.submit('newsletter', { email: `p${n}@exemple.fr` })
    backend.submit('newsletter', { email: 'suspecte@exemple.fr' }, true)
    backend.db.exec(`DELETE FROM outbox; UPDATE newsletter_subscriptions SET asked_at = NULL;
      UPDATE newsletter_subscriptions SET confirmed_at = '${BEGIN}' WHERE email = 'p0@exemple.fr';
      UPDATE newsletter_subscriptions SET unsubscribed_at = '${BEGIN}' WHERE email = 'p1@exemple.fr';
      UPDATE leads SET suspended_at = '${BEGIN}' WHERE id = 3`)
    for (let n = 0; n < 13; n++) queue('acknowledgement', `a${n}@exemple.fr`)
    queue('letter', 'lettre@exemple.fr')
    const asked = () => {
      backend.askUnasked()
      return backend.count("outbox WHERE kind = 'confirmation'")
    }
    expect([asked(), asked()]).toEqual([7, 7])
    backend.db.exec("UPDATE outbox SET sent_at = next_attempt_at WHERE kind <> 'letter'")
    expect([asked(), asked()]).toEqual([22, 22])
  })
})
