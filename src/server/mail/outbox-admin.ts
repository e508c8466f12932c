import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Hold, Kind } from './policy.ts'

/** A message as the operator sees it; times are UTC ISO text. */
export interface Queued {
  id: number
  kind: Kind
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
  const open = "WHERE sent_at IS NULL AND kind <> 'letter'"
  const sql = `SELECT * FROM outbox ${all ? '' : open} ORDER BY id DESC`
  return Iterator.from(db.prepare<[], Queued>(sql).iterate())
}

/** The messages about one submission, the oldest first. */
export function messagesAbout(db: Database, reference: string): Queued[] {
  return db.prepare<[string], Queued>('SELECT * FROM outbox WHERE reference = ? ORDER BY id').all(reference)
}

/**
 * Has messages tried at once: one, held or not, or all that wait or were given up. A running server finds them within
 * two seconds, because the pause that it keeps after a failure of the mail server ends too. Gives how many.
 */
export function retryMessages(db: Database, clock: Clock, id?: number): number {
  return db
    .transaction(() => {
      db.prepare('UPDATE mail_server SET paused_until = NULL').run()
      return db
        .prepare(
          `UPDATE outbox SET failed_at = NULL, failure = NULL, claimed_at = NULL, hold = NULL, next_attempt_at = ?
           WHERE sent_at IS NULL AND ${id === undefined ? 'hold IS NULL' : 'id = ?'}
             AND (claimed_at IS NULL OR failed_at IS NOT NULL)`,
        )
        .run(clock().toISOString(), ...(id === undefined ? [] : [id])).changes
    })
    .immediate()
}

/** Removes a message that has not gone; false when there is none of that number. */
export function deleteMessage(db: Database, id: number): boolean {
  return db.prepare('DELETE FROM outbox WHERE id = ? AND sent_at IS NULL').run(id).changes > 0
}

/** How the outbox stands, without letters to the lists, which letterSummaries counts. */
export interface OutboxCounts {
  waiting: number
  held: number
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
              count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
              min(created_at) FILTER (WHERE failed_at IS NULL AND hold IS NULL) AS oldest,
              min(created_at) FILTER (WHERE failed_at IS NULL AND hold IS NULL AND kind = 'lead') AS oldestNotice,
              (SELECT max(sent_at) FROM outbox WHERE sent_at IS NOT NULL) AS delivered
       FROM outbox WHERE sent_at IS NULL AND kind <> 'letter'`,
    )
    .get() as OutboxCounts
}

/**
 * What the mail server said when it refused an address of the house for good, or what kept a notice from going until it
 * was given up; the latest first, since the time given.
 */
export function houseRefusals(db: Database, since: Date): string[] {
  return db
    .prepare<[string], string>(
      `SELECT DISTINCT last_error FROM outbox WHERE kind = 'lead' AND (last_error GLOB '*: 5[0-9][0-9][ -]*' OR failure = 'expired')
         AND coalesce(sent_at, failed_at, next_attempt_at) > ? ORDER BY id DESC LIMIT 3`,
    )
    .pluck()
    .all(since.toISOString())
}

/** What the mail server failed with for every message, while it does. */
export function serverFailure(db: Database): string | undefined {
  return db
    .prepare<[], string>('SELECT last_error FROM mail_server WHERE failures > 0 AND last_error IS NOT NULL')
    .pluck()
    .get()
}

/**
 * Stops what a restored copy still holds as waiting, letters included: it may have gone since the copy was made. Gives
 * how many messages.
 */
export function suspendMessages(db: Database, clock: Clock): number {
  const now = clock().toISOString()
  db.prepare('UPDATE letters SET stopped_at = ? WHERE finished_at IS NULL AND stopped_at IS NULL').run(now)
  // A link that signs in is asked for anew.
  db.prepare("DELETE FROM outbox WHERE kind = 'sign-in' AND sent_at IS NULL").run()
  return db
    .prepare(
      `UPDATE outbox SET failed_at = ?, failure = 'restored', claimed_at = NULL, last_error = 'base restaurée'
       WHERE sent_at IS NULL AND failed_at IS NULL`,
    )
    .run(now).changes
}
