import { beforeEach, describe, expect, it } from 'vitest'
import { recipientsOf } from '../../../src/server/config.ts'
import { messageState } from '../../../src/server/mail/describe-message.ts'
import { messagesAbout, queuedMessages } from '../../../src/server/mail/outbox-admin.ts'
import { insertLetter, insertMessage } from '../../insert-rows.ts'
import { plain } from '../../plain.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BEGIN = '2026-11-22T10:00:00.000Z'

setUpTestBackend(BEGIN)
beforeEach(() => {
  // These messages belong to no lead.
  backend.db.pragma('foreign_keys = OFF')
})

describe('the share of a network', () => {
  /** Returns how many of `count` messages are admitted at once; `addressOf` returns the address of a number. */
  const through = (count: number, kind: string, addressOf: (n: number) => string | undefined) =>
    Array.from({ length: count }, (_, n) =>
      backend.policy.decideHold({
        kind,
        recipient: kind === 'lead' ? null : `p${n}@exemple.fr`,
        suspected: false,
        address: addressOf(n),
      }),
    ).filter(({ hold, slow }) => hold === null && !slow).length
  const in48 = (n: number) => `2001:db8:1:${(n * 300).toString(16)}::1`

  it('is fifty messages to visitors a day from one address, two hundred from a /48', () => {
    expect(through(60, 'confirmation', () => '192.0.2.7')).toBe(50)
    expect(through(1, 'welcome', () => '192.0.2.7')).toBe(0)
    expect(through(60, 'acknowledgement', () => '192.0.2.8')).toBe(50)
    expect(through(210, 'confirmation', in48), 'confirmation requests from a /48').toBe(200)
    expect(through(60, 'confirmation', () => undefined)).toBe(60)
    backend.goTo(24 * HOUR)
    expect(through(60, 'confirmation', () => '192.0.2.7')).toBe(50)
  })

  it('is five notices an hour in messages of their own; further ones are delayed', () => {
    expect(through(8, 'lead', () => '192.0.2.7')).toBe(5)
    expect(through(8, 'lead', in48), 'notices from a /48').toBe(5)
    expect(
      backend.policy.decideHold({ kind: 'lead', recipient: null, suspected: false, address: '192.0.2.7' }),
    ).toEqual({
      hold: null,
      slow: true,
      network: null,
    })
    backend.goTo(HOUR)
    expect(through(8, 'lead', () => '192.0.2.7')).toBe(5)
    expect(through(70, 'withdrawal', () => '192.0.2.7')).toBe(70)
  })

  it('is not used by letters and messages that the site sends on its own', () => {
    for (const kind of ['letter', 'sign-in', 'reminder', 'weekly'] as const)
      expect(through(70, kind, () => '192.0.2.9')).toBe(70)
    expect(through(60, 'confirmation', () => '192.0.2.9')).toBe(50)
  })

  it('holds further messages with a reason of its own, apart from suspected ones', () => {
    through(50, 'confirmation', () => '192.0.2.7')
    const admit = (suspected: boolean) =>
      backend.policy.decideHold({ kind: 'confirmation', recipient: 'a@b.fr', suspected, address: '192.0.2.7' })
    expect(admit(false)).toMatchObject({ hold: 'network', slow: false, network: null })
    expect(admit(true)).toMatchObject({ hold: 'suspected', slow: false, network: null })
  })
})

describe('the order of sending', () => {
  it('is: sign-in, notice, reminder and weekly summary, withdrawal, messages to visitors, letters', () => {
    insertLetter(backend.db, BEGIN)
    const add = (kind: string, recipient: string | null, more = {}) =>
      backend.outbox.add({ kind, form: 'contact', reference: 'C-1', recipient, ...more })
    add('letter', 'l@exemple.fr', { letter: 1 })
    for (let n = 0; n < 6; n++) add('withdrawal', `w${n}@exemple.fr`, { address: '192.0.2.7' })
    add('welcome', 'p@exemple.fr')
    add('acknowledgement', 'p@exemple.fr')
    add('weekly', null)
    add('reminder', null)
    add('lead', null)
    add('sign-in', 'bureau@hera.example')
    expect(backend.sendAll().map(({ messages: [{ kind }] }) => kind)).toEqual([
      'sign-in',
      'lead',
      'weekly',
      'reminder',
      ...Array(6).fill('withdrawal'),
      'welcome',
      'acknowledgement',
      'letter',
    ])
  })

  it('is by due time, then by arrival', () => {
    const add = (recipient: string) =>
      backend.outbox.add({ kind: 'acknowledgement', form: 'contact', reference: 'C-1', recipient })
    add('un@exemple.fr')
    backend.outbox.add({ kind: 'confirmation', form: 'waitlist', reference: 'W-1', recipient: 'deux@exemple.fr' })
    add('trois@exemple.fr')
    backend.goTo(MINUTE)
    backend.db.exec("UPDATE outbox SET next_attempt_at = '2026-11-22T10:00:30.000Z' WHERE id = 1")
    const next = () => backend.outbox.claim()?.messages[0].recipient
    expect([next(), next(), next()]).toEqual(['deux@exemple.fr', 'trois@exemple.fr', 'un@exemple.fr'])
  })

  it('takes networks in turn, those never or longest ago served first; no known network counts as one', () => {
    const waiting = [
      ['a1', '192.0.2.1'],
      ['sans1', undefined],
      ['a2', '192.0.2.2'],
      ['sans2', undefined],
      ['b1', '198.51.100.1'],
      ['c1', '203.0.113.1'],
    ] as const
    for (const [recipient, address] of waiting)
      backend.outbox.add({ kind: 'acknowledgement', form: 'contact', reference: 'C-1', recipient, address })
    const went = waiting.map(() => {
      backend.goTo(1000)
      return backend.outbox.claim()?.messages[0].recipient
    })
    expect(went).toEqual(['a1', 'sans1', 'b1', 'c1', 'a2', 'sans2'])
  })
})

describe('withdrawals to one mailbox', () => {
  const withdraw = (n: number, address?: string) =>
    backend.outbox.add({
      kind: 'withdrawal',
      form: 'withdrawal',
      reference: `R-${n}`,
      recipient: 'lea@exemple.fr',
      address,
    })
  const go = () => {
    const dispatch = backend.sendNext()
    return dispatch && [dispatch.messages.length, dispatch.together]
  }

  it('are acknowledged up to fifty in one message, and a single one by a message of its own', () => {
    for (let n = 0; n < 53; n++) withdraw(n)
    expect(go()).toEqual([50, true])
    expect(go(), 'another message within the hour').toBeUndefined()
    backend.goTo(HOUR)
    expect(go()).toEqual([3, true])
    withdraw(99)
    backend.goTo(HOUR - 1)
    expect(backend.policy.reasonForWaiting(54)).toMatchObject({ for: 'mailbox' })
    backend.goTo(1)
    expect(backend.policy.reasonForWaiting(54)).toEqual({ for: 'turn' })
    expect(go()).toEqual([1, false])
    expect(backend.rows('SELECT id, sent_with FROM outbox WHERE id IN (1, 50, 54)')).toEqual([
      { id: 1, sent_with: 1 },
      { id: 50, sent_with: 1 },
      { id: 54, sent_with: null },
    ])
  })

  it('wait for each other, from whatever networks they come', () => {
    withdraw(1, '192.0.2.1')
    expect(go()).toEqual([1, false])
    withdraw(2, '198.51.100.1')
    expect(go(), 'a withdrawal from another network within the hour').toBeUndefined()
    backend.goTo(HOUR)
    expect(go()).toEqual([1, false])
  })

  it('do not wait for a message that a clock dated while it was ahead', () => {
    backend.goTo('2030-11-22T10:00:00.000Z')
    withdraw(1)
    expect(go()).toEqual([1, false])
    backend.goTo(BEGIN)
    withdraw(2)
    expect(backend.policy.reasonForWaiting(2)).toEqual({ for: 'turn' })
    expect(go()).toEqual([1, false])
  })
})

/** Adds 21 notices sent within the hour, the first of them as a collection. */
const manyWent = (collectedAt = BEGIN) => {
  for (let n = 0; n < 21; n++) insertMessage(backend.db, BEGIN, { sent_at: n === 0 ? collectedAt : BEGIN })
  backend.db.exec('UPDATE outbox SET sent_with = id WHERE id = (SELECT max(id) - 20 FROM outbox)')
}

describe('notices to the owner', () => {
  const notice = (form: string, address?: string) =>
    backend.outbox.add({ kind: 'lead', form, reference: 'X-1', recipient: null, address })

  it('are collected per set of recipients', () => {
    const addressing = { to: ['atelier@hera.example'], toByForm: { partnership: ['Ventes <ventes@hera.example>'] } }
    expect(recipientsOf(addressing, 'partnership')).toEqual(['ventes@hera.example'])
    expect(recipientsOf(addressing, 'contact')).toEqual(['atelier@hera.example'])
    const policy = backend.policyFor({ ...addressing, perHour: 300 })
    for (let n = 0; n < 20; n++) notice('contact')
    for (let n = 0; n < 20; n++) backend.sendNext()
    for (const form of ['contact', 'partnership', 'ambassador']) notice(form)
    expect(policy.choose()).toEqual({ ids: [21, 23], together: true })
    const withSales = { ...addressing.toByForm, partnership: ['atelier@hera.example', 'ventes@hera.example'] }
    const shared = backend.policyFor({ ...addressing, toByForm: withSales, perHour: 300 })
    expect(shared.choose(), 'for forms that share one address of two').toEqual({ ids: [21, 23], together: true })
  })

  it('are not delayed by a collection that a clock dated while it was ahead', () => {
    manyWent('2030-01-01T00:00:00.000Z')
    notice('contact')
    expect(backend.policy.choose(), 'the current collection').toMatchObject({ together: true })
  })

  it('of a network beyond its share wait for the collection and do not delay others', () => {
    for (let n = 0; n < 7; n++) notice('contact', '192.0.2.7')
    notice('contact', '192.0.2.8')
    expect(backend.sendAll().map(({ messages, together }) => [messages.length, together])).toEqual([
      ...Array(6).fill([1, false]),
      [2, true],
    ])
    notice('contact', '192.0.2.7')
    notice('contact', '192.0.2.9')
    expect(backend.policy.reasonForWaiting(9)).toEqual({ for: 'collection', at: '2026-11-22T10:15:00.000Z' })
    expect(backend.policy.reasonForWaiting(10)).toEqual({ for: 'turn' })
    expect(backend.policy.choose()).toEqual({ ids: [10], together: false })
    backend.db.exec('DELETE FROM outbox WHERE id = 10')
    expect(backend.policy.choose(), 'chosen before the collection').toBeUndefined()
    backend.goTo(15 * MINUTE)
    expect(backend.policy.choose()).toEqual({ ids: [9], together: true })
  })
})

describe('the hourly budget', () => {
  it('leaves one message an hour to each kind, however small it is', () => {
    const policy = backend.policyFor({ to: ['a@b.fr'], toByForm: {}, perHour: 1 })
    backend.outbox.add({ kind: 'acknowledgement', form: 'contact', reference: 'C-1', recipient: 'a@exemple.fr' })
    expect(policy.choose()).toMatchObject({ ids: [1], together: false })
  })

  it('adds sent messages, drops those an hour old and notices erased ones within a minute', () => {
    // Two of the four are reserved for statutory messages; the others belong to another stream.
    const policy = backend.policyFor({ to: ['a@b.fr'], toByForm: {}, perHour: 4 })
    let count = 0
    const add = (sent_at: string | null) =>
      insertMessage(backend.db, BEGIN, {
        kind: 'withdrawal',
        form: 'withdrawal',
        recipient: `${count++}@b.fr`,
        sent_at,
      })
    add(null)
    const mayGo = () => policy.choose() !== undefined
    expect(mayGo(), 'sent while none was sent').toBe(true)
    add('2026-11-22T10:00:00.000Z')
    expect(mayGo(), 'sent after one').toBe(true)
    backend.goTo(10_000)
    add('2026-11-22T10:00:10.000Z')
    expect(mayGo(), 'waits after two').toBe(false)
    backend.goTo(10_000)
    expect(mayGo(), 'waits ten seconds later').toBe(false)
    backend.db.exec("DELETE FROM outbox WHERE sent_at = '2026-11-22T10:00:10.000Z'")
    backend.goTo(MINUTE)
    expect(mayGo(), 'sent a minute after one was erased').toBe(true)
    add('2026-11-22T10:01:20.000Z')
    expect(mayGo(), 'waits after another one').toBe(false)
    backend.goTo('2026-11-22T10:59:59.000Z')
    expect(mayGo(), 'waits until the first is an hour old').toBe(false)
    backend.goTo('2026-11-22T11:00:00.000Z')
    expect(mayGo(), 'sent once the first is an hour old').toBe(true)
    // A clock that is set back counts what was sent before.
    backend.goTo('2026-11-22T10:59:30.000Z')
    expect(mayGo(), 'waits if the clock is set back').toBe(false)
  })
})

describe('messageState', () => {
  const stateOf = (id: number, policy: typeof backend.policy | undefined = backend.policy) => {
    const message = [...queuedMessages(backend.db, true)].find((each) => each.id === id)
    return message && messageState(message, policy)
  }
  const add = (kind: string, recipient: string | null = 'lea@exemple.fr') =>
    backend.outbox.add({ kind, form: 'contact', reference: 'C-1', recipient })

  it('contains when a message was sent, or why it never will be', () => {
    for (let n = 0; n < 7; n++) add('lead', null)
    backend.db.exec(`UPDATE outbox SET sent_at = '${BEGIN}' WHERE id = 1;
      UPDATE outbox SET sent_at = '${BEGIN}', sent_with = 2 WHERE id = 2;
      UPDATE outbox SET sent_at = '${BEGIN}', sent_with = 2 WHERE id = 3;
      UPDATE outbox SET failed_at = '${BEGIN}', failure = 'refused' WHERE id = 4;
      UPDATE outbox SET failed_at = '${BEGIN}', failure = 'expired' WHERE id = 5;
      UPDATE outbox SET failed_at = '${BEGIN}', failure = 'restored' WHERE id = 6;
      UPDATE outbox SET claimed_at = '${BEGIN}' WHERE id = 7`)
    expect([1, 2, 3, 4, 5, 6, 7].map((id) => plain(stateOf(id)))).toEqual([
      'parti 2026-11-22 11:00',
      'parti 2026-11-22 11:00',
      'parti 2026-11-22 11:00, réuni avec le n° 2',
      'refusé',
      'abandonné',
      'arrêté par la restauration',
      'part en ce moment',
    ])
    expect(messagesAbout(backend.db, 'C-1'), 'messages about the submission').toHaveLength(7)
  })

  it('contains why a message is held', () => {
    for (let n = 0; n < 3; n++) add('lead', null)
    backend.db.exec(`UPDATE outbox SET hold = 'suspected' WHERE id = 1; UPDATE outbox SET hold = 'mailbox' WHERE id = 2;
      UPDATE outbox SET hold = 'network' WHERE id = 3`)
    for (const [n, word] of ['suspect', 'boîte', 'réseau'].entries())
      expect(stateOf(1 + n)).toMatch(new RegExp(`^retenu : .*${word}`))
  })

  it('contains what a message waits for, and until when', () => {
    add('acknowledgement')
    expect(stateOf(1)).toBe('attend son tour')
    expect(messageState([...queuedMessages(backend.db, false)][0] as never, undefined)).toContain('SMTP_URL')
    // A retry was attempted before and is due today; other dates come from a clock that was ahead.
    for (const [attempts, next, says] of [
      [0, '2026-11-22T10:05:00.000Z', 'attend son tour'],
      [1, '2026-11-23T10:05:00.000Z', 'attend son tour'],
      [1, '2026-11-22T10:05:00.000Z', 'nouvel essai 2026-11-22 11:05'],
    ]) {
      backend.db.prepare('UPDATE outbox SET attempts = ?, next_attempt_at = ?').run(attempts, next)
      expect(stateOf(1)).toBe(says)
    }
    const noBudget = backend.policyFor({ to: ['a@b.fr'], toByForm: {}, perHour: 1 })
    add('withdrawal')
    backend.sendNext()
    add('withdrawal')
    expect(stateOf(3)).toBe('réuni avec ceux qui suivent le n° 2, 2026-11-22 12:00')
    add('confirmation')
    expect(stateOf(4, noBudget)).toBe('attend le budget de l’heure')
    manyWent()
    add('lead', null)
    expect(stateOf(26)).toBe('réuni avec les autres demandes 2026-11-22 11:15')
  })
})
