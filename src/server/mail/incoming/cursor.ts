import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'

/** How far the mailbox of IMAP_URL was read. */
export interface Cursor {
  /** See Mailbox. */
  uidValidity: string
  /** Number of the last message that was looked at. */
  uid: number
}

/** What is known of the mailbox; times are UTC ISO 8601. */
export interface MailboxState extends Cursor {
  /** When it was last read to the end. */
  readAt: string
  /** Since when it cannot be reached; null while it can. */
  failingSince: string | null
  lastError: string | null
}

const ERROR_MAX = 300

/** Returns the state of the mailbox; undefined before the first start with IMAP_URL. */
export function mailboxState(db: Database): MailboxState | undefined {
  return db
    .prepare<[], MailboxState>(
      `SELECT uid_validity AS uidValidity, uid, read_at AS readAt, failing_since AS failingSince, last_error AS lastError
       FROM incoming`,
    )
    .get()
}

/** Moves the cursor; call it in the transaction that takes the message. */
export function moveCursor(db: Database, clock: Clock, { uidValidity, uid }: Cursor): void {
  db.prepare(
    `INSERT INTO incoming (id, uid_validity, uid, read_at) VALUES (1, @uidValidity, @uid, @now)
     ON CONFLICT DO UPDATE SET uid = iif(uid_validity = @uidValidity, max(uid, @uid), @uid), uid_validity = @uidValidity`,
  ).run({ uidValidity, uid, now: clock().toISOString() })
}

/** Records that the mailbox was read to its end. */
export function noteRead(db: Database, clock: Clock): void {
  db.prepare('UPDATE incoming SET read_at = ?, failing_since = NULL, last_error = NULL').run(clock().toISOString())
}

/** Records that the mailbox could not be read. */
export function noteUnreachable(db: Database, clock: Clock, error: string): void {
  db.prepare(
    `INSERT INTO incoming (id, uid_validity, uid, read_at, failing_since, last_error) VALUES (1, '', 0, @now, @now, @error)
     ON CONFLICT DO UPDATE SET failing_since = coalesce(failing_since, @now), last_error = @error`,
  ).run({ now: clock().toISOString(), error: error.slice(0, ERROR_MAX) })
}
