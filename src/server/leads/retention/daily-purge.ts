import { type Clock, DAY_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { log, logError, logProblem } from '../../log.ts'
import { purgeHold } from './purge-hold.ts'
import { purge } from './retention.ts'

type Purge = (db: Database, now: Date) => void

/**
 * Purges now and then once a day; logs the deleted rows or why none are. Returns a function that stops it.
 * @param others deletes other expired rows
 */
export function startDailyPurge(db: Database, clock: Clock, others: Purge): () => void {
  const run = () => runDailyPurge(db, clock(), others)
  run()
  const timer = setInterval(run, DAY_MS)
  return () => clearInterval(timer)
}

/** Runs the daily purge once. Deletes nothing while `purgeHold` returns a reason to ask a person first. */
export function runDailyPurge(db: Database, now: Date, others?: Purge): void {
  try {
    const hold = purgeHold(db, now)
    if (hold) {
      logProblem('purge', `rien n’est effacé, car ${hold}. Vérifiez l’horloge, puis lancez « hera purge ».`)
      return
    }
    const counts = Object.entries(purge(db, now)).filter(([, count]) => count > 0)
    others?.(db, now)
    log(`purge ${counts.map(([name, count]) => `${name}=${count}`).join(' ') || 'nothing'}`)
  } catch (error) {
    logError('purge', error)
  }
}
