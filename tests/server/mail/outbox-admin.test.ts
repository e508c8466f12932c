import { beforeEach, expect, it } from 'vitest'
import {
  countStuck,
  deleteMessage,
  messagesAbout,
  noticeErrors,
  outboxCounts,
  queuedMessages,
  retryMessages,
  serverFailure,
} from '../../../src/server/mail/outbox-admin.ts'
import { insertMessage } from '../../insert-rows.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const BEGIN = '2026-11-22T10:00:00.000Z'

setUpTestBackend(BEGIN)
beforeEach(() => {
  // These messages belong to no lead.
  backend.db.pragma('foreign_keys = OFF')
})

/**
 * Adds a message to the owner in each state: queued, sent, failed, held, being sent; then one of a letter and a
 * sign-in link, both queued.
 */
const oneOfEach = () => {
  for (let n = 1; n <= 5; n++)
    backend.outbox.add({ kind: 'lead', form: 'contact', reference: `C-${n}`, recipient: null, suspected: n === 4 })
  backend.outbox.add({ kind: 'letter', form: 'newsletter', reference: 'N-1', recipient: 'lea@exemple.fr', letter: 1 })
  backend.outbox.add({ kind: 'sign-in', form: 'bureau', about: '/bureau/C-1', recipient: 'a@hera.example' })
  backend.db.exec(`UPDATE outbox SET sent_at = '${BEGIN}' WHERE id = 2;
    UPDATE outbox SET failed_at = '${BEGIN}', failure = 'expired', last_error = 'occupé' WHERE id = 3;
    UPDATE outbox SET claimed_at = '${BEGIN}' WHERE id = 5`)
}
const ids = (all: boolean) => [...queuedMessages(backend.db, all)].map(({ id }) => id)

it('queuedMessages lists unsent or all messages, newest first; messagesAbout those of one submission', () => {
  oneOfEach()
  expect(ids(false)).toEqual([7, 5, 4, 3, 1])
  expect(ids(true)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect([...queuedMessages(backend.db, false)].map(({ reference }) => reference)).toEqual([
    '/bureau/C-1',
    ...['C-5', 'C-4', 'C-3', 'C-1'],
  ])
  backend.outbox.add({ kind: 'lead', form: 'contact', reference: 'C-3', recipient: null })
  expect(messagesAbout(backend.db, 'C-3')).toMatchObject([{ id: 3, failure: 'expired' }, { id: 8 }])
})

it('outboxCounts counts queued, held and failed messages with the oldest times', () => {
  expect(outboxCounts(backend.db)).toEqual({
    waiting: 0,
    held: 0,
    heldByNetwork: 0,
    failed: 0,
    oldest: null,
    oldestNotice: null,
    delivered: null,
  })
  oneOfEach()
  backend.goTo(1000)
  backend.outbox.add({ kind: 'acknowledgement', form: 'contact', reference: 'C-1', recipient: 'lea@exemple.fr' })
  expect(
    [BEGIN, '2026-11-22T10:00:01.000Z', '2026-11-22T10:00:01.001Z'].map((at) => countStuck(backend.db, at)),
  ).toEqual([0, 3, 4])
  expect(outboxCounts(backend.db)).toMatchObject({ waiting: 4, oldest: BEGIN, oldestNotice: BEGIN })
  backend.db.exec('DELETE FROM outbox WHERE id IN (1, 5, 7)')
  expect(outboxCounts(backend.db)).toEqual({
    waiting: 1,
    held: 1,
    heldByNetwork: 0,
    failed: 1,
    oldest: '2026-11-22T10:00:01.000Z',
    oldestNotice: null,
    delivered: BEGIN,
  })
})

it('retryMessages retries queued and failed messages, but none that is held, sent or being sent', () => {
  oneOfEach()
  backend.outbox.pause(
    { messages: [{ id: 99 } as never], together: false },
    { failures: 3, pausedUntil: '2026-11-22T11:00:00.000Z', lastError: 'x' },
  )
  backend.db.exec('UPDATE outbox SET slow = 1 WHERE id = 1')
  backend.goTo(60_000)
  expect(retryMessages(backend.db, backend.clock), 'messages retried').toBe(4)
  const due = backend.rows('SELECT id FROM outbox WHERE next_attempt_at = ?', backend.clock().toISOString())
  expect(due.map(({ id }) => id)).toEqual([1, 3, 6, 7])
  expect(
    backend.rows('SELECT id FROM outbox WHERE slow = 1'),
    'notices that wait for the next combined e-mail',
  ).toEqual([])
  expect(backend.rows('SELECT failed_at, failure FROM outbox WHERE id = 3')).toEqual([
    { failed_at: null, failure: null },
  ])
  expect(backend.outbox.server().pausedUntil, 'pause of the mail server').toBeNull()
})

it('retryMessages retries one message, held or not, but none that was sent', () => {
  oneOfEach()
  expect(retryMessages(backend.db, backend.clock, { id: 4 }), 'a held one retried').toBe(1)
  expect(backend.rows('SELECT hold FROM outbox WHERE id = 4')).toEqual([{ hold: null }])
  expect(retryMessages(backend.db, backend.clock, { id: 2 }), 'a sent one retried').toBe(0)
  expect(retryMessages(backend.db, backend.clock, { id: 5 }), 'one that is being sent retried').toBe(0)
})

it('deleteMessage deletes an unsent message only', () => {
  oneOfEach()
  expect({
    waiting: deleteMessage(backend.db, 1),
    again: deleteMessage(backend.db, 1),
    sent: deleteMessage(backend.db, 2),
  }).toEqual({ waiting: true, again: false, sent: false })
  expect(ids(true)).toEqual([7, 6, 5, 4, 3, 2])
})

it('noticeErrors lists permanent errors of messages to the owner, serverFailure the one of the server', () => {
  oneOfEach()
  backend.db.exec(
    "UPDATE outbox SET last_error = 'a@exemple.fr : 450 plus tard' WHERE id = 2; UPDATE outbox SET last_error = 'a : 450 plus tard' WHERE id = 1",
  )
  const justBefore = new Date(Date.parse(BEGIN) - 1).toISOString()
  expect(noticeErrors(backend.db, justBefore)).toEqual(['occupé'])
  backend.db.exec("UPDATE outbox SET last_error = 'a@exemple.fr: 550 inconnu' WHERE id = 2")
  expect(noticeErrors(backend.db, justBefore)).toEqual(['occupé', 'a@exemple.fr: 550 inconnu'])
  expect(noticeErrors(backend.db, BEGIN), 'errors since a later time').toEqual([])
  // Each error once, three at most.
  for (const last_error of ['un', 'deux', 'deux', 'trois'])
    insertMessage(backend.db, BEGIN, { failed_at: BEGIN, failure: 'expired', last_error })
  expect(noticeErrors(backend.db, justBefore)).toEqual(['trois', 'deux', 'un'])
  expect(serverFailure(backend.db), 'error of the server before it fails').toBeUndefined()
  backend.db.exec("UPDATE mail_server SET failures = 1, last_error = 'fermé'")
  expect(serverFailure(backend.db)).toBe('fermé')
})

it('retryMessages releases all messages held for a mailbox or network, but no suspected one', () => {
  oneOfEach()
  backend.db.exec(
    "UPDATE outbox SET hold = 'network' WHERE id = 1; UPDATE outbox SET hold = 'mailbox' WHERE id IN (6, 7)",
  )
  const held = () => backend.rows('SELECT id, hold FROM outbox WHERE hold IS NOT NULL ORDER BY id')
  expect(retryMessages(backend.db, backend.clock), 'retried messages that are not held').toBe(1)
  expect(held(), 'messages held after the others were retried').toHaveLength(4)
  expect(retryMessages(backend.db, backend.clock, 'held'), 'messages released').toBe(3)
  expect(held()).toEqual([{ id: 4, hold: 'suspected' }])
})
