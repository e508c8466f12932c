import type { Database } from './database.ts'

/**
 * Writes the write-ahead log back into the database and empties it. Until then the log, and the pages that it replaces,
 * still hold rows that were deleted (RGPD art. 17), on a quiet site for months. Does nothing while another process reads.
 */
export function emptyLog(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}
