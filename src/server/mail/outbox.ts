import { before, type Clock, DAY_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { createBuckets } from '../http/rate-limit.ts'
import { turnNetworkOf } from '../networks.ts'
import { mailboxOf } from '../people/mailbox.ts'
import { kindNamed } from './kinds.ts'
import { type Hold, PENDING } from './message.ts'

/** What a person gets of one kind a day without having proven their address. */
const MAILBOX_PER_DAY = 3
/** What one network (/24, /56) may cause a day. */
const NETWORK_PER_DAY = 50

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
  /** IP address of the visitor, if known; only counted in memory, never stored. */
  address?: string | undefined
  /** Earliest sending time, so that the message can be taken back; one more than a day ahead is not heeded (order.ts). */
  notBefore?: Date
  /** Id of the letter, only for the messages of a letter. */
  letter?: number
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Queue of e-mails in the database, so that a message is committed together with the data it refers to.
 * @param newMessageId returns a unique Message-ID
 */
export function createOutbox(db: Database, clock: Clock, newMessageId: () => string) {
  const take = createBuckets(clock, DAY_MS)
  const insert = db.prepare(
    `INSERT INTO outbox (message_id, kind, form, reference, about, recipient, mailbox, created_at, next_attempt_at, hold, letter)
     VALUES (@messageId, @kind, @form, @reference, @about, @recipient, @mailbox, @now, @due, @hold, @letter)`,
  )
  const toMailbox = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE mailbox = ? AND kind = ? AND hold IS NULL AND created_at > ? AND created_at <= ?`,
  )
  const recent = db.prepare(
    `SELECT 1 FROM outbox WHERE kind = ? AND reference = ? AND recipient = ? AND created_at > ?
        AND created_at <= ? AND hold IS NULL AND failed_at IS NULL LIMIT 1`,
  )
  const takeBack = db.prepare('DELETE FROM outbox WHERE message_id = ? AND sent_at IS NULL AND claimed_at IS NULL')
  const dropHeld = db.prepare('DELETE FROM outbox WHERE kind = ? AND reference = ? AND hold IS NOT NULL')
  const waiting = pluck<number>(db, `SELECT count(*) FROM outbox WHERE letter IS NULL AND ${PENDING}`)

  /**
   * Decides whether a new message is held. What is suspected takes nothing from anybody's share: it counts from its
   * release on, so that nobody can hold back another person's mail.
   */
  function holdOf({ kind, suspected, address }: NewMessage, mailbox: string | null): Hold | null {
    if (suspected) return 'suspected'
    if (!kindNamed(kind)?.isCapped) return null
    const now = clock()
    const earlier = toMailbox.get(mailbox, kind, before(now, DAY_MS), now.toISOString())
    if (Number(earlier) >= MAILBOX_PER_DAY) return 'mailbox'
    const network = turnNetworkOf(address ?? '')
    return network && take(network, NETWORK_PER_DAY) > 0 ? 'network' : null
  }

  return {
    /** Queues a message in the caller's transaction, or holds it. Returns its Message-ID, no brackets. */
    add(message: NewMessage): string {
      const { kind, form, reference = null, about = null, recipient, letter = null, notBefore } = message
      const messageId = newMessageId()
      const now = clock().toISOString()
      const mailbox = recipient === null ? null : mailboxOf(recipient)
      const due = notBefore?.toISOString() ?? now
      const hold = holdOf(message, mailbox)
      insert.run({ messageId, kind, form, reference, about, recipient, mailbox, now, due, hold, letter })
      return messageId
    },
    /** Deletes a message whose sending has not begun; returns false if it is too late. */
    takeBack: (messageId: string) => takeBack.run(messageId).changes > 0,
    /** True if such a message to this address was queued after `since` (UTC ISO 8601) and is neither held nor failed. */
    recently: (kind: string, reference: string, recipient: string, since: string) =>
      recent.get(kind, reference, recipient, since, clock().toISOString()) !== undefined,
    /** Deletes held messages of a reference before new ones are queued. */
    dropHeld: (kind: string, reference: string) => void dropHeld.run(kind, reference),
    /** Number of queued messages, due or not, without those of letters, which have the lowest priority. */
    waiting: () => waiting.get() ?? 0,
  }
}
