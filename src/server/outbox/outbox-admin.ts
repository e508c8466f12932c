import { type Clock, DAY_MS } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { PENDING } from './conditions.ts'
import { mailboxOf } from './mailbox.ts'
import type { Hold } from './policy.ts'

/** A message as the operator sees it; times are UTC ISO text. */
export interface Queued {
  id: number
  kind: string
  form: string
  reference: string
  recipient: string | null
  created_at: string
  next_attempt_at: string
  attempts: number
  hold: Hold | null
  claimed_at: string | null
  sent_at: string | null
  sent_with: number | null
  failed_at: string | null
  failure: 'refused' | 'expired' | 'restored' | null
  last_error: string | null
}

/**
 * Messages that were not sent, without those of letters, which letterSummaries counts; or every one. The newest first,
 * read one at a time: the database cannot be written to before the iteration ends.
 */
export function queuedMessages(db: Database, all: boolean): IteratorObject<Queued> {
  const open = 'WHERE sent_at IS NULL AND letter IS NULL'
  const sql = `SELECT *, coalesce(reference, about) AS reference FROM outbox ${all ? '' : open} ORDER BY id DESC`
  return Iterator.from(db.prepare<[], Queued>(sql).iterate())
}

/** The messages about one submission, the oldest first. */
export function messagesAbout(db: Database, reference: string): Queued[] {
  return db.prepare<[string], Queued>('SELECT * FROM outbox WHERE reference = ? ORDER BY id').all(reference)
}

/** Which messages to try at once: one by its number, held or not; all that wait or were given up; all that are held. */
export type Retried = { id: number } | 'waiting' | 'held'

/**
 * Has messages tried at once. What is held because its lead is suspected is let go with the lead alone, or by its number.
 * A running server finds them within two seconds, because the pause that it keeps after a failure of the mail server ends
 * too. Returns how many.
 */
export function retryMessages(db: Database, clock: Clock, which: Retried = 'waiting'): number {
  const wanted = which === 'waiting' ? 'hold IS NULL' : which === 'held' ? "hold IN ('mailbox', 'network')" : 'id = @id'
  return db
    .transaction(() => {
      db.prepare('UPDATE mail_server SET paused_until = NULL').run()
      return db
        .prepare(
          `UPDATE outbox SET failed_at = NULL, failure = NULL, claimed_at = NULL, hold = NULL, next_attempt_at = @now
           WHERE sent_at IS NULL AND ${wanted} AND (claimed_at IS NULL OR failed_at IS NOT NULL)`,
        )
        .run({ now: clock().toISOString(), ...(typeof which === 'object' && which) }).changes
    })
    .immediate()
}

/** Removes a message that has not gone; false when there is none of that number. */
export function deleteMessage(db: Database, id: number): boolean {
  return db.prepare('DELETE FROM outbox WHERE id = ? AND sent_at IS NULL').run(id).changes > 0
}

/** Counts the messages that have waited since before a time, without letters and what is held. */
export function countStuck(db: Database, before: Date): number {
  const stuck = pluck(db, `SELECT count(*) FROM outbox WHERE ${PENDING} AND letter IS NULL AND created_at < ?`)
  return Number(stuck.get(before.toISOString()))
}

/** How the outbox stands, without letters to the lists, which letterSummaries counts. */
export interface OutboxCounts {
  waiting: number
  held: number
  /** Of these, because their network had caused its share of the day: a show where everybody signs up, or a flood. */
  heldByNetwork: number
  failed: number
  /** Since when the oldest message waits, UTC ISO text; letters, which go when there is room, aside. */
  oldest: string | null
  /** The same of the notices to the house. */
  oldestNotice: string | null
  /** When the last message went, UTC ISO text. */
  delivered: string | null
}

export function outboxCounts(db: Database): OutboxCounts {
  return db
    .prepare<[], OutboxCounts>(
      `SELECT count(*) FILTER (WHERE failed_at IS NULL AND hold IS NULL) AS waiting,
              count(*) FILTER (WHERE hold IS NOT NULL AND failed_at IS NULL) AS held,
              count(*) FILTER (WHERE hold = 'network' AND failed_at IS NULL) AS heldByNetwork,
              count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
              min(created_at) FILTER (WHERE failed_at IS NULL AND hold IS NULL) AS oldest,
              min(created_at) FILTER (WHERE failed_at IS NULL AND hold IS NULL AND recipient IS NULL) AS oldestNotice,
              (SELECT max(sent_at) FROM outbox WHERE sent_at IS NOT NULL) AS delivered
       FROM outbox WHERE sent_at IS NULL AND letter IS NULL`,
    )
    .get() as OutboxCounts
}

/**
 * What the mail server said when it refused an address of the house for good, or what kept a notice from going until it
 * was given up; the latest first, since the time given.
 */
export function houseRefusals(db: Database, since: Date): string[] {
  return pluck<string>(
    db,
    `SELECT DISTINCT last_error FROM outbox WHERE recipient IS NULL AND (last_error GLOB '*: 5[0-9][0-9][ -]*' OR failure = 'expired')
         AND coalesce(sent_at, failed_at, next_attempt_at) > ? ORDER BY id DESC LIMIT 3`,
  ).all(since.toISOString())
}

/** What the mail server failed with for every message, while it does. */
export function serverFailure(db: Database): string | undefined {
  return pluck<string>(db, 'SELECT last_error FROM mail_server WHERE failures > 0 AND last_error IS NOT NULL').get()
}

/**
 * Stops what a restored copy still holds as waiting, mailings included: it may have gone since the copy was made. Gives
 * how many messages.
 */
export function suspendMessages(db: Database, clock: Clock): number {
  const now = clock().toISOString()
  return db
    .prepare(
      `UPDATE outbox SET failed_at = ?, failure = 'restored', claimed_at = NULL, network = NULL, last_error = 'base restaurée'
       WHERE sent_at IS NULL AND failed_at IS NULL`,
    )
    .run(now).changes
}

/**
 * The Message-IDs, without brackets, of what went to the person of a lead about it, the oldest first: those of the e-mails
 * that they got, also where several went in one.
 */
export function sentToPerson(db: Database, reference: string, kinds: readonly string[]): string[] {
  return pluck<string>(
    db,
    `SELECT coalesce((SELECT message_id FROM outbox AS other WHERE other.sent_at = outbox.sent_at
                          AND other.sent_with = outbox.sent_with ORDER BY other.id DESC LIMIT 1), message_id)
       FROM outbox WHERE reference = ? AND recipient IS NOT NULL AND sent_at IS NOT NULL
         AND kind IN (SELECT value FROM json_each(?)) ORDER BY id`,
  ).all(reference, JSON.stringify(kinds))
}

/** Removes the messages to the person of a lead that have not gone; what tells the house stays. */
export function dropWaitingToPerson(db: Database, reference: string): void {
  db.prepare('DELETE FROM outbox WHERE reference = ? AND recipient IS NOT NULL AND sent_at IS NULL').run(reference)
}

/** Removes the messages of a kind that have not gone. */
export function dropWaiting(db: Database, kind: string): void {
  db.prepare('DELETE FROM outbox WHERE kind = ? AND sent_at IS NULL').run(kind)
}

/** What did not arrive at an address is sent to the corrected one, unless it is older, in milliseconds: it speaks of now. */
const STALE_MS = 5 * DAY_MS

/**
 * Has the messages to the person of a lead that have not gone sent to another address. Of those that did not arrive at the
 * former one, answers and acknowledgements of withdrawals go whatever their age; letters do not.
 */
export function redirectWaiting(db: Database, clock: Clock, reference: string, address: string): void {
  const now = clock()
  const again = `failure IN ('refused', 'expired') AND letter IS NULL AND (kind IN ('reply', 'withdrawal') OR created_at > @recent)`
  db.prepare(
    `UPDATE outbox SET recipient = @address, mailbox = @mailbox, failed_at = iif(${again}, NULL, failed_at),
            failure = iif(${again}, NULL, failure), next_attempt_at = iif(${again}, @now, next_attempt_at),
            attempts = iif(${again}, 0, attempts)
     WHERE reference = @reference AND recipient IS NOT NULL AND sent_at IS NULL`,
  ).run({
    address,
    mailbox: mailboxOf(address),
    now: now.toISOString(),
    recent: new Date(now.getTime() - STALE_MS).toISOString(),
    reference,
  })
}

/** Lets the messages go that were held because their lead was suspected. */
export function releaseSuspectedMessages(db: Database, reference: string): void {
  db.prepare("UPDATE outbox SET hold = NULL WHERE reference = ? AND hold = 'suspected'").run(reference)
}

/** True while nobody has begun to send a message. */
export function isWaiting(db: Database, messageId: string | null): boolean {
  const open = 'sent_at IS NULL AND claimed_at IS NULL AND failed_at IS NULL'
  return db.prepare(`SELECT 1 FROM outbox WHERE message_id = ? AND ${open}`).get(messageId) !== undefined
}

/** The Message-ID, without brackets, of a message that was just queued. @param id its number, which is given again one day */
export function messageIdOfRow(db: Database, id: number): string {
  return String(pluck(db, 'SELECT message_id FROM outbox WHERE id = ?').get(id))
}
