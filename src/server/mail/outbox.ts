import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

export type Kind = 'lead' | 'acknowledgement' | 'confirmation' | 'welcome'

/** An e-mail to be written from the row it speaks of. */
export interface Message {
  id: number
  messageId: string
  kind: Kind
  /** Name of the form. */
  form: string
  reference: string
  /** Null for the operator. */
  recipient: string | null
  /** Attempts begun, this one included. */
  attempts: number
}

interface NewMessage {
  kind: Kind
  form: string
  reference: string
  recipient: string | null
  /** True while the row is suspected: nothing goes to anyone. */
  held: boolean
}

/** E-mails that wait, in the database, so that they are written and kept with what they speak of. */
export interface Outbox {
  /** Queues a message, inside the caller's transaction; false when its address has had its share of the day. */
  add(message: NewMessage): boolean
  /** True when such a message was queued for this reference since the time given. */
  recently(kind: Kind, reference: string, since: Date): boolean
  /** Takes the next message that is due; nobody else gets it before the lease is over. */
  claim(): Message | undefined
  sent(id: number): void
  /** Puts a message back, to be tried again at a later time. */
  postpone(id: number, until: Date, error: string): void
  /** Ends the attempts: the other side refuses for good. */
  fail(id: number, error: string): void
  /** Messages that are due or will be. */
  waiting(): number
}

/** E-mails that one address may be sent in a day, so that nobody can be flooded through the forms. */
export const DAILY_MAX = 5
const DAY_MS = 86_400_000
/** A message whose process died while sending is tried again after this time, longer than any attempt lasts. */
export const LEASE_MS = 10 * 60_000
const ERROR_MAX = 300

type Moment = { now: string; lease: string }

const PENDING = 'sent_at IS NULL AND failed_at IS NULL AND held = 0'

/**
 * The queue of e-mails.
 * @param newMessageId gives a Message-ID that was never used
 */
export function createOutbox(db: Database, clock: Clock, newMessageId: () => string): Outbox {
  const iso = (ms = 0) => new Date(clock().getTime() + ms).toISOString()
  const today = db
    .prepare<[string, string], number>('SELECT count(*) FROM outbox WHERE recipient = ? AND created_at > ?')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO outbox (message_id, kind, form, reference, recipient, created_at, next_attempt_at, held)
     VALUES (@messageId, @kind, @form, @reference, @recipient, @now, @due, @held)`,
  )
  const recent = db.prepare('SELECT 1 FROM outbox WHERE kind = ? AND reference = ? AND created_at > ? LIMIT 1').pluck()
  const next = `SELECT id FROM outbox
    WHERE ${PENDING} AND next_attempt_at <= @now AND (claimed_at IS NULL OR claimed_at < @lease)
    ORDER BY next_attempt_at, id LIMIT 1`
  const due = db.prepare<[Moment]>(next)
  const claim = db.prepare<[Moment], Message>(
    `UPDATE outbox SET claimed_at = @now, attempts = attempts + 1 WHERE id = (${next})
     RETURNING id, message_id AS messageId, kind, form, reference, recipient, attempts`,
  )
  const sent = db.prepare('UPDATE outbox SET sent_at = ?, claimed_at = NULL, last_error = NULL WHERE id = ?')
  const postpone = db.prepare(
    'UPDATE outbox SET claimed_at = NULL, next_attempt_at = ?, last_error = ? WHERE id = ? AND sent_at IS NULL',
  )
  const fail = db.prepare('UPDATE outbox SET claimed_at = NULL, failed_at = ?, last_error = ? WHERE id = ?')
  const waiting = db.prepare<[], number>(`SELECT count(*) FROM outbox WHERE ${PENDING}`).pluck()

  return {
    add({ held, ...message }) {
      const before = message.recipient === null ? 0 : (today.get(message.recipient, iso(-DAY_MS)) ?? 0)
      // What the law wants sent waits for another day; anything else that is too much is left out.
      if (before >= DAILY_MAX && message.form !== 'withdrawal') return false
      const wait = message.recipient === null ? 0 : Math.floor(before / DAILY_MAX) * DAY_MS
      insert.run({ ...message, messageId: newMessageId(), now: iso(), due: iso(wait), held: Number(held) })
      return true
    },
    recently: (kind, reference, since) => recent.get(kind, reference, since.toISOString()) !== undefined,
    claim() {
      const moment = { now: iso(), lease: iso(-LEASE_MS) }
      // Looking first keeps the write lock free while there is nothing to send.
      return due.get(moment) === undefined ? undefined : claim.get(moment)
    },
    sent(id) {
      sent.run(iso(), id)
    },
    postpone(id, until, error) {
      postpone.run(until.toISOString(), error.slice(0, ERROR_MAX), id)
    },
    fail(id, error) {
      fail.run(iso(), error.slice(0, ERROR_MAX), id)
    },
    waiting: () => waiting.get() ?? 0,
  }
}
