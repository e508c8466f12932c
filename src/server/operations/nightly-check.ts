import { type Clock, HOUR_MS } from '../clock.ts'
import { assertUndamaged, type Database, DatabaseError } from '../database/database.ts'
import { sqliteCode } from '../database/sqlite-error.ts'
import { logError } from '../log.ts'

/** In UTC: four or five in the morning in Paris, when nobody waits for the tenths of a second that it takes. */
const QUIET_HOUR = 3

/**
 * Looks at the pages of the database once a night (`PRAGMA quick_check`); a start does the same, and a backup looks at all
 * of the indexes too.
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
