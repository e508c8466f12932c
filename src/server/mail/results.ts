import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { readFact, writeFact } from '../database/small-facts.ts'
import { type Dispatch, newestOf, PENDING } from './message.ts'

/** Last known state of the mail server. */
interface MailServer {
  /** Consecutive failures that concern every message. */
  failures: number
  /** Nothing is sent before this time, UTC ISO text; null while the server works. */
  pausedUntil: string | null
  lastError: string | null
}

/** State of a mail server that works. */
const WORKING: MailServer = { failures: 0, pausedUntil: null, lastError: null }

/** Returns the last known state of the mail server. */
export function readMailServer(db: Database): MailServer {
  const stored = readFact(db, 'mail-server')
  return stored ? JSON.parse(stored) : WORKING
}

/** Records the state of the mail server. */
export function noteMailServer(db: Database, state: MailServer): void {
  writeFact(db, 'mail-server', JSON.stringify(state))
}

const ERROR_MAX = 300
const cut = (error: string | null) => error?.slice(0, ERROR_MAX) || null

export type Results = ReturnType<typeof createResults>

/** Records what became of the dispatches that were claimed, and of the mail server. */
export function createResults(db: Database, clock: Clock) {
  const now = () => clock().toISOString()
  const record = (columns: string) => {
    const update = db.prepare(
      `UPDATE outbox SET claimed_at = NULL, ${columns}
       WHERE id IN (SELECT value FROM json_each(@ids)) AND sent_at IS NULL`,
    )
    return ({ messages }: Dispatch, values: object) =>
      void update.run({ ...values, ids: JSON.stringify(messages.map(({ id }) => id)), now: now() })
  }
  const sent = record('sent_at = @now, sent_with = @whole, last_error = @error')
  const postponed = record('next_attempt_at = @until, last_error = @error')
  const failed = record('failed_at = @now, failure = @failure, last_error = @error')
  const released = record('attempts = attempts - 1')
  const drop = db.prepare('DELETE FROM outbox WHERE id = ? AND sent_at IS NULL')
  const settleLetters = db.prepare(
    `UPDATE outbox SET claimed_at = NULL, failed_at = ?, failure = 'unknown' WHERE letter IS NOT NULL AND ${PENDING}
       AND claimed_at IS NOT NULL`,
  )
  const settleOthers = db.prepare(`UPDATE outbox SET claimed_at = NULL WHERE ${PENDING} AND claimed_at IS NOT NULL`)

  return {
    /**
     * Settles what a process that died was sending: it may have arrived. Messages of letters end there; the others, of
     * which none may be lost, are sent again with the same Message-ID. Call it before the first claim.
     */
    settle: db.transaction(() => {
      settleLetters.run(now())
      settleOthers.run()
    }).immediate,
    /** Marks a dispatch as sent. @param remark rejected recipients and the server's response; '' if none */
    sent(dispatch: Dispatch, remark = ''): void {
      sent(dispatch, { whole: dispatch.together ? newestOf(dispatch).id : null, error: cut(remark) })
    },
    /** Releases a dispatch to be retried later. */
    postpone: (dispatch: Dispatch, until: Date, error: string) =>
      postponed(dispatch, { until: until.toISOString(), error: cut(error) }),
    /** Deletes a dispatch whose data is gone. */
    drop(dispatch: Dispatch): void {
      for (const { id } of dispatch.messages) drop.run(id)
    },
    /** Marks a dispatch as failed: no more attempts. */
    fail: (dispatch: Dispatch, failure: 'refused' | 'expired' | 'unknown', error: string) =>
      failed(dispatch, { failure, error: cut(error) }),
    /** Releases a dispatch without counting the attempt, because the mail server fails for every message. */
    pause: db.transaction((dispatch: Dispatch, server: MailServer) => {
      released(dispatch, {})
      noteMailServer(db, { ...server, lastError: cut(server.lastError) })
    }),
    /** Records that the mail server works. */
    resume: () => noteMailServer(db, WORKING),
    server: () => readMailServer(db),
  }
}
