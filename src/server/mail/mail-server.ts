import type { Database } from '../database/database.ts'
import { readFact, writeFact } from '../database/small-facts.ts'

/** Last known state of the mail server. */
export interface MailServer {
  /** Consecutive failures that concern every message. */
  failures: number
  /** Nothing is sent before this time, UTC ISO text; null while the server works. */
  pausedUntil: string | null
  lastError: string | null
}

/** State of a mail server that works. */
export const WORKING: MailServer = { failures: 0, pausedUntil: null, lastError: null }

/** Returns the last known state of the mail server. */
export function readMailServer(db: Database): MailServer {
  const stored = readFact(db, 'mail-server')
  return stored ? JSON.parse(stored) : WORKING
}

/** Records the state of the mail server. */
export function noteMailServer(db: Database, state: MailServer): void {
  writeFact(db, 'mail-server', JSON.stringify(state))
}
