import { type Clock, HOUR_MS } from '../clock.ts'
import { assertUndamaged, type Database, DatabaseError } from '../database/database.ts'
import { sqliteCode } from '../database/database-error.ts'
import { logError } from '../log.ts'

/** In UTC: 4 or 5 a.m. in Paris, when the few tenths of a second that the check takes disturb no visitor. */
const QUIET_HOUR = 3

/**
 * Checks the pages of the database once a night (`PRAGMA quick_check`). The start does the same; a backup also
 * checks all indexes.
 */
export function startNightlyCheck(db: Database, path: string, clock: Clock) {
  let isDamaged = false
  const timer = setInterval(() => {
    if (clock().getUTCHours() !== QUIET_HOUR) return
    try {
      assertUndamaged(db, path)
    } catch (error) {
      isDamaged ||= error instanceof DatabaseError || /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error))
      logError('check', error)
    }
  }, HOUR_MS).unref()
  return { /** True once damage was found. */ isDamaged: () => isDamaged, stop: () => clearInterval(timer) }
}
