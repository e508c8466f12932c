import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Kind } from './outbox.ts'

/** A message as the operator sees it. */
export interface Queued {
  id: number
  kind: Kind
  reference: string
  recipient: string | null
  created_at: string
  next_attempt_at: string
  attempts: number
  held: number
  sent_at: string | null
  failed_at: string | null
  last_error: string | null
}

/** Messages that were not sent, or every one, the newest first. */
export function queuedMessages(db: Database, all: boolean): Queued[] {
  return db.prepare<[], Queued>(`SELECT * FROM outbox ${all ? '' : 'WHERE sent_at IS NULL'} ORDER BY id DESC`).all()
}

/** Has messages sent again at once: one, or all that failed or wait. Gives how many. */
export function retryMessages(db: Database, clock: Clock, id?: number): number {
  return db
    .prepare(
      `UPDATE outbox SET failed_at = NULL, claimed_at = NULL, next_attempt_at = ?
       WHERE sent_at IS NULL AND held = 0 AND ${id === undefined ? 'true' : 'id = ?'}
         AND (claimed_at IS NULL OR failed_at IS NOT NULL)`,
    )
    .run(clock().toISOString(), ...(id === undefined ? [] : [id])).changes
}

/** How the outbox stands. */
export function outboxCounts(db: Database): { waiting: number; held: number; failed: number; oldest: string | null } {
  return db
    .prepare<[], ReturnType<typeof outboxCounts>>(
      `SELECT count(*) FILTER (WHERE failed_at IS NULL AND held = 0) AS waiting,
              count(*) FILTER (WHERE held = 1) AS held,
              count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
              min(created_at) FILTER (WHERE failed_at IS NULL AND held = 0) AS oldest
       FROM outbox WHERE sent_at IS NULL`,
    )
    .get() as ReturnType<typeof outboxCounts>
}

/** Stops what a restored copy still holds as waiting: it may have gone since the copy was made. Gives how many. */
export function suspendMessages(db: Database, clock: Clock): number {
  return db
    .prepare(
      "UPDATE outbox SET failed_at = ?, claimed_at = NULL, last_error = 'base restaurée' WHERE sent_at IS NULL AND failed_at IS NULL",
    )
    .run(clock().toISOString()).changes
}
