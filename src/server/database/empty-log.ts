import type { Database } from './database.ts'

/**
 * Checkpoints and truncates the write-ahead log. Until then the log and the pages that it replaces still contain
 * deleted rows (RGPD art. 17), for months on a quiet site. Does nothing while another process reads.
 */
export function emptyLog(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}
