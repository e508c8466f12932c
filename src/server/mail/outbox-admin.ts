import { KINDS, type Kind } from '../../model/email-kinds.ts'
import type { Clock } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import type { Message } from './message.ts'
import { noteMailServer, readMailServer } from './results.ts'

/** Returns the messages about one submission, oldest first. */
export function messagesAbout(db: Database, reference: string): Message[] {
  return db.prepare<[string], Message>('SELECT * FROM outbox WHERE reference = ? ORDER BY id').all(reference)
}

/**
 * Makes every unsent message due now, failed ones of no letter too, and returns their number. Also ends the pause after a failure of
 * the mail server, so that a running server sends them within two seconds.
 */
export function retryMessages(db: Database, clock: Clock): number {
  return db
    .transaction(() => {
      noteMailServer(db, { ...readMailServer(db), pausedUntil: null })
      return db
        .prepare(
          `UPDATE outbox SET failed_at = NULL, failure = NULL, claimed_at = NULL, next_attempt_at = ?
           WHERE sent_at IS NULL AND hold IS NULL AND claimed_at IS NULL
             AND (failure IS NULL OR (failure <> 'returned' AND letter IS NULL))`,
        )
        .run(clock().toISOString()).changes
    })
    .immediate()
}

/** Releases the messages above a cap, whatever their number. Returns it. */
export function releaseHeld(db: Database, clock: Clock): number {
  return db
    .prepare(
      "UPDATE outbox SET hold = NULL, next_attempt_at = ? WHERE hold IN ('mailbox', 'network') AND failed_at IS NULL",
    )
    .run(clock().toISOString()).changes
}

/** State of the outbox without letters to the lists, which letterSummaries counts. */
interface OutboxCounts {
  waiting: number
  /** Above a cap of the day: a trade show with many sign-ups, or a flood. */
  held: number
  failed: number
  /** When the oldest queued message was created, UTC ISO text; letters may wait and are excluded. */
  oldest: string | null
  /** The same of mail to and from the house. */
  oldestOfHouse: string | null
  /** When the last message was sent, UTC ISO text. */
  delivered: string | null
}

export function outboxCounts(db: Database): OutboxCounts {
  const house = KINDS.filter((kind: Kind) => kind.isHouse).map(({ name }) => `'${name}'`)
  const queued = 'failed_at IS NULL AND hold IS NULL'
  return db
    .prepare<[], OutboxCounts>(
      `SELECT count(*) FILTER (WHERE ${queued}) AS waiting,
              count(*) FILTER (WHERE hold IN ('mailbox', 'network') AND failed_at IS NULL) AS held,
              count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
              min(created_at) FILTER (WHERE ${queued}) AS oldest,
              min(created_at) FILTER (WHERE ${queued} AND kind IN (${house.join(', ')})) AS oldestOfHouse,
              (SELECT max(sent_at) FROM outbox WHERE sent_at IS NOT NULL) AS delivered
       FROM outbox WHERE sent_at IS NULL AND letter IS NULL`,
    )
    .get() as OutboxCounts
}

/** Returns the references of the leads whose e-mails failed, the newest first, at most five. */
export function failedAbout(db: Database): string[] {
  return pluck<string>(
    db,
    `SELECT reference FROM outbox WHERE sent_at IS NULL AND letter IS NULL AND failed_at IS NOT NULL AND reference IS NOT NULL
       GROUP BY reference ORDER BY max(id) DESC LIMIT 5`,
  ).all()
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
  const { failures, lastError } = readMailServer(db)
  return failures > 0 && lastError ? lastError : undefined
}

/**
 * Marks all unsent messages of a restored copy as failed, mailings included, because they may have been sent since
 * the copy was made. Returns their number.
 */
export function suspendMessages(db: Database, clock: Clock): number {
  const now = clock().toISOString()
  return db
    .prepare(
      `UPDATE outbox SET failed_at = ?, failure = 'restored', claimed_at = NULL, last_error = 'base restaurée'
       WHERE sent_at IS NULL AND failed_at IS NULL`,
    )
    .run(now).changes
}
