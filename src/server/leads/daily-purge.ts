import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { log, logError, logProblem } from '../log.ts'
import { purgeHold } from './purge-hold.ts'
import { purge } from './retention.ts'

const DAY_MS = 86_400_000

/**
 * Purges now and once a day from then on, and logs how many rows went, or why nothing does. Returns the function that
 * stops it.
 */
export function startDailyPurge(db: Database, clock: Clock): () => void {
  runDailyPurge(db, clock())
  const timer = setInterval(() => runDailyPurge(db, clock()), DAY_MS)
  return () => clearInterval(timer)
}

/** One turn of the daily purge. Nothing is erased while there is a reason to ask a person first (purgeHold). */
export function runDailyPurge(db: Database, now: Date): void {
  try {
    const hold = purgeHold(db, now)
    if (hold) {
      logProblem('purge', `rien n’est effacé, car ${hold}. Vérifiez l’horloge, puis lancez « hera purge ».`)
      return
    }
    const counts = Object.entries(purge(db, now)).filter(([, count]) => count > 0)
    log(`purge ${counts.map(([name, count]) => `${name}=${count}`).join(' ') || 'nothing'}`)
  } catch (error) {
    logError('purge', error)
  }
}
