import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { readFact, writeFact } from '../../database/small-facts.ts'

/** How far the mailbox of IMAP_URL was read. */
export interface Cursor {
  /** See Mailbox; '' before it was read for the first time. */
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
  const stored = readFact(db, 'mailbox')
  return stored === undefined ? undefined : JSON.parse(stored)
}

/**
 * Moves the cursor; call it in the transaction that takes the message. A message that came while others were read may
 * be looked at again: what is in a thread already is recognised.
 */
export function moveCursor(db: Database, clock: Clock, cursor: Cursor): void {
  note(db, { ...(mailboxState(db) ?? firstState(clock)), ...cursor })
}

/** Records that the mailbox was read to its end. */
export function noteRead(db: Database, clock: Clock): void {
  const former = mailboxState(db)
  if (former) note(db, { ...former, readAt: clock().toISOString(), failingSince: null, lastError: null })
}

/** Records that the mailbox could not be read. */
export function noteUnreachable(db: Database, clock: Clock, error: string): void {
  const former = mailboxState(db) ?? firstState(clock)
  const failingSince = former.failingSince ?? clock().toISOString()
  note(db, { ...former, failingSince, lastError: error.slice(0, ERROR_MAX) })
}

function firstState(clock: Clock): MailboxState {
  return { uidValidity: '', uid: 0, readAt: clock().toISOString(), failingSince: null, lastError: null }
}

function note(db: Database, state: MailboxState): void {
  writeFact(db, 'mailbox', JSON.stringify(state))
}
