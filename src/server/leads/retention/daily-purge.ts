import { type Clock, DAY_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { log, logError, logProblem } from '../../log.ts'
import { purgeHold } from './purge-hold.ts'
import { purge } from './retention.ts'

type Purge = (db: Database, now: Date) => void

/**
 * Purges now and once a day from then on, and logs how many rows went, or why nothing does. Returns the function that
 * stops it.
 * @param others removes what else is too old
 */
export function startDailyPurge(db: Database, clock: Clock, others: Purge): () => void {
  const run = () => runDailyPurge(db, clock(), others)
  run()
  const timer = setInterval(run, DAY_MS)
  return () => clearInterval(timer)
}

/** One turn of the daily purge. Nothing is erased while there is a reason to ask a person first (purgeHold). */
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
