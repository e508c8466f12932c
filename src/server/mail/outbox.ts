import type { Clock } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import { type Database, pluck } from '../database/database.ts'
import { mailboxOf } from '../people/mailbox.ts'
import { createCaps } from './caps.ts'
import { type MailServer, noteMailServer, readMailServer, WORKING } from './mail-server.ts'
import { type Dispatch, type Message, PENDING } from './message.ts'
import { createOrder } from './order.ts'

/** A message to be queued. It belongs to a lead, with which it is deleted, or has another subject. */
export interface NewMessage {
  kind: string
  /** Name of the lead's form, which selects the recipients (MAIL_TO_<FORM>); 'bureau' for messages without a lead. */
  form: string
  reference?: string
  /** Subject of a message without a lead: the page that a link leads to, a day. */
  about?: string
  /** Null for MAIL_TO. */
  recipient: string | null
  /** True while the submission is suspected: the message is held. */
  suspected?: boolean
  /** IP address of the visitor, if known. */
  address?: string | undefined
  /** Earliest sending time, so that the message can be taken back. */
  notBefore?: Date
  /** Id of the letter, only for the messages of a letter. */
  letter?: number
}

const ERROR_MAX = 300
const IDS = 'id IN (SELECT value FROM json_each(@ids))'

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Queue of e-mails in the database, so that a message is committed together with the data it refers to.
 * @param newMessageId returns a unique Message-ID
 */
export function createOutbox(
  db: Database,
  clock: Clock,
  mail: Pick<MailConfig, 'to' | 'toByForm' | 'perHour'>,
  newMessageId: () => string,
) {
  const holdOf = createCaps(db, clock)
  const order = createOrder(db, clock, mail)
  const now = () => clock().toISOString()
  const insert = db.prepare(
    `INSERT INTO outbox (message_id, kind, form, reference, about, recipient, mailbox, created_at, next_attempt_at, hold, letter)
     VALUES (@messageId, @kind, @form, @reference, @about, @recipient, @mailbox, @now, @due, @hold, @letter)`,
  )
  const recent = db.prepare(
    `SELECT 1 FROM outbox WHERE kind = ? AND reference = ? AND recipient = ? AND created_at > ?
        AND created_at <= ? AND hold IS NULL AND failed_at IS NULL LIMIT 1`,
  )
  const takeBack = db.prepare('DELETE FROM outbox WHERE message_id = ? AND sent_at IS NULL AND claimed_at IS NULL')
  const dropHeld = db.prepare('DELETE FROM outbox WHERE kind = ? AND reference = ? AND hold IS NOT NULL')
  const claim = db.prepare<[{ now: string; ids: string }], Message>(
    `UPDATE outbox SET claimed_at = @now, attempts = attempts + 1
     WHERE ${IDS}
     RETURNING *, coalesce(reference, about) AS reference`,
  )
  const sent = db.prepare(
    `UPDATE outbox SET sent_at = @now, sent_with = @first, claimed_at = NULL, last_error = @error WHERE ${IDS}`,
  )
  const postpone = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, next_attempt_at = @until, last_error = @error
     WHERE ${IDS} AND sent_at IS NULL`,
  )
  const drop = db.prepare(`DELETE FROM outbox WHERE ${IDS} AND sent_at IS NULL`)
  const fail = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, failed_at = @now, failure = @failure, last_error = @error
     WHERE ${IDS}`,
  )
  const settleLetters = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, failed_at = ?, failure = 'unknown' WHERE letter IS NOT NULL AND ${PENDING}
       AND claimed_at IS NOT NULL`,
  )
  const settleOthers = db.prepare(`UPDATE outbox SET claimed_at = NULL WHERE ${PENDING} AND claimed_at IS NOT NULL`)
  const release = db.prepare(`UPDATE outbox SET claimed_at = NULL, attempts = attempts - 1 WHERE ${IDS}`)
  const waiting = pluck<number>(db, `SELECT count(*) FROM outbox WHERE letter IS NULL AND ${PENDING}`)

  const idsOf = ({ messages }: Dispatch) => JSON.stringify(messages.map(({ id }) => id))

  return {
    /** Queues a message in the caller's transaction, or holds it. Returns its Message-ID, no brackets. */
    add({ suspected = false, address, letter, notBefore, ...message }: NewMessage): string {
      const messageId = newMessageId()
      insert.run({
        reference: null,
        about: null,
        ...message,
        messageId,
        mailbox: message.recipient === null ? null : mailboxOf(message.recipient),
        now: now(),
        due: notBefore?.toISOString() ?? now(),
        hold: holdOf({ ...message, suspected, address }),
        letter: letter ?? null,
      })
      return messageId
    },
    /** Deletes a message whose sending has not begun; returns false if it is too late. */
    takeBack: (messageId: string) => takeBack.run(messageId).changes > 0,
    /** True if such a message to this address was queued after `since` (UTC ISO 8601) and is neither held nor failed. */
    recently: (kind: string, reference: string, recipient: string, since: string) =>
      recent.get(kind, reference, recipient, since, now()) !== undefined,
    /** Deletes held messages of a reference before new ones are queued. */
    dropHeld: (kind: string, reference: string) => void dropHeld.run(kind, reference),
    /**
     * Settles what a process that died was sending: it may have arrived. Messages of letters end there; the others, of
     * which none may be lost, are sent again with the same Message-ID. Call it before the first claim.
     */
    settle: db.transaction(() => {
      settleLetters.run(now())
      settleOthers.run()
    }).immediate,
    /** Claims the messages that are next in order. */
    claim(): Dispatch | undefined {
      // Choosing only reads, so no write lock is taken while there is nothing to send.
      const choice = order.choose()
      if (!choice) return undefined
      const claimed = new Map(
        claim.all({ now: now(), ids: JSON.stringify(choice.ids) }).map((message) => [message.id, message]),
      )
      const [first, ...others] = choice.ids.flatMap((id) => claimed.get(id) ?? [])
      return first && { messages: [first, ...others], together: choice.together }
    },
    /** Marks a dispatch as sent. @param remark rejected recipients and the server's response; '' if none */
    sent(dispatch: Dispatch, remark = ''): void {
      const first = dispatch.together ? dispatch.messages[0].id : null
      sent.run({ ids: idsOf(dispatch), now: now(), first, error: remark.slice(0, ERROR_MAX) || null })
    },
    /** Releases a dispatch to be retried later. */
    postpone(dispatch: Dispatch, until: Date, error: string): void {
      postpone.run({ ids: idsOf(dispatch), until: until.toISOString(), error: error.slice(0, ERROR_MAX) })
    },
    /** Deletes a dispatch whose data is gone. */
    drop: (dispatch: Dispatch) => void drop.run({ ids: idsOf(dispatch) }),
    /** Marks a dispatch as failed: no more attempts. */
    fail(dispatch: Dispatch, failure: 'refused' | 'expired' | 'unknown', error: string): void {
      fail.run({ ids: idsOf(dispatch), now: now(), failure, error: error.slice(0, ERROR_MAX) })
    },
    /** Releases a dispatch without counting the attempt, because the mail server fails for every message. */
    pause: db.transaction((dispatch: Dispatch, { lastError, ...state }: MailServer) => {
      release.run({ ids: idsOf(dispatch) })
      noteMailServer(db, { ...state, lastError: lastError?.slice(0, ERROR_MAX) ?? null })
    }),
    /** Records that the mail server works. */
    resume: () => noteMailServer(db, WORKING),
    server: () => readMailServer(db),
    /** True while nothing but mail of the house may leave this hour. */
    isFull: order.isFull,
    /** Number of queued messages, due or not, without those of letters, which have the lowest priority. */
    waiting: () => waiting.get() ?? 0,
  }
}
