import type { Clock } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { type Message, PENDING } from './outbox.ts'

/**
 * Yields unsent messages without those of letters, which letterSummaries counts; or all messages. Newest first, read
 * one at a time: the database cannot be written to before the iteration ends.
 */
export function queuedMessages(db: Database, all: boolean): IteratorObject<Message> {
  const open = 'WHERE sent_at IS NULL AND letter IS NULL'
  const sql = `SELECT *, coalesce(reference, about) AS reference FROM outbox ${all ? '' : open} ORDER BY id DESC`
  return Iterator.from(db.prepare<[], Message>(sql).iterate())
}

/** Returns the messages about one submission, oldest first. */
export function messagesAbout(db: Database, reference: string): Message[] {
  return db.prepare<[string], Message>('SELECT * FROM outbox WHERE reference = ? ORDER BY id').all(reference)
}

/** Messages to retry: one by id, held or not; all queued or failed ones; all held ones. */
type Retried = { id: number } | 'waiting' | 'held'

/**
 * Makes messages due now, notices that were to wait for a combined e-mail too, and returns their number. Messages held
 * because their lead is suspected are released only with the lead or by id. Also ends the pause after a failure of the
 * mail server, so that a running server sends them within two seconds.
 */
export function retryMessages(db: Database, clock: Clock, which: Retried = 'waiting'): number {
  const wanted = which === 'waiting' ? 'hold IS NULL' : which === 'held' ? "hold IN ('mailbox', 'network')" : 'id = @id'
  return db
    .transaction(() => {
      db.prepare('UPDATE mail_server SET paused_until = NULL').run()
      return db
        .prepare(
          `UPDATE outbox SET failed_at = NULL, failure = NULL, claimed_at = NULL, hold = NULL, slow = 0,
                  next_attempt_at = @now
           WHERE sent_at IS NULL AND ${wanted} AND (claimed_at IS NULL OR failed_at IS NOT NULL)`,
        )
        .run({ now: clock().toISOString(), ...(typeof which === 'object' && which) }).changes
    })
    .immediate()
}

/** Deletes an unsent message; returns false for an unknown or sent one. */
export function deleteMessage(db: Database, id: number): boolean {
  return db.prepare('DELETE FROM outbox WHERE id = ? AND sent_at IS NULL').run(id).changes > 0
}

/** Counts messages queued before a time (UTC ISO 8601), without letters and held messages. */
export function countStuck(db: Database, until: string): number {
  const stuck = pluck(db, `SELECT count(*) FROM outbox WHERE ${PENDING} AND letter IS NULL AND created_at < ?`)
  return Number(stuck.get(until))
}

/** State of the outbox without letters to the lists, which letterSummaries counts. */
interface OutboxCounts {
  waiting: number
  held: number
  /** Of these, held because their network used up its share of the day: a trade show with many sign-ups, or a flood. */
  heldByNetwork: number
  failed: number
  /** When the oldest queued message was created, UTC ISO text; letters may wait and are excluded. */
  oldest: string | null
  /** When the oldest queued notice to MAIL_TO was created. */
  oldestNotice: string | null
  /** When the last message was sent, UTC ISO text. */
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
 * Returns the latest errors of notices since a time (UTC ISO 8601), newest first, at most three: permanent rejections
 * of an address of MAIL_TO, and last errors of notices that were given up.
 */
export function noticeErrors(db: Database, since: string): string[] {
  return pluck<string>(
    db,
    `SELECT DISTINCT last_error FROM outbox WHERE recipient IS NULL AND (last_error GLOB '*: 5[0-9][0-9][ -]*' OR failure = 'expired')
         AND coalesce(sent_at, failed_at, next_attempt_at) > ? ORDER BY id DESC LIMIT 3`,
  ).all(since)
}

/** Returns the mail server's last error while it fails for every message. */
export function serverFailure(db: Database): string | undefined {
  return pluck<string>(db, 'SELECT last_error FROM mail_server WHERE failures > 0 AND last_error IS NOT NULL').get()
}

/**
 * Marks all unsent messages of a restored copy as failed, mailings included, because they may have been sent since
 * the copy was made. Returns their number.
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
 * Returns the Message-IDs, without brackets, of the e-mails sent to the person of a lead about it, oldest first. For
 * combined messages, that of the combined e-mail.
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

/** Deletes the unsent messages of a kind. */
export function dropUnsent(db: Database, kind: string): void {
  db.prepare('DELETE FROM outbox WHERE kind = ? AND sent_at IS NULL').run(kind)
}

/** True if sending the message has not begun. */
export function isWaiting(db: Database, messageId: string | null): boolean {
  const open = 'sent_at IS NULL AND claimed_at IS NULL AND failed_at IS NULL'
  return db.prepare(`SELECT 1 FROM outbox WHERE message_id = ? AND ${open}`).get(messageId) !== undefined
}
