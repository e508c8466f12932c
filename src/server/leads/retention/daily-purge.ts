import { allForms } from '../../../forms/index.ts'
import { type Clock, DAY_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { log, logError, logProblem } from '../../log.ts'
import { momentInParis } from '../../paris-time.ts'
import { countLeads } from '../leads.ts'
import { isClockDoubted, lastKnownTime } from './known-time.ts'
import { countAged, purge } from './retention.ts'

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

/** Runs the daily purge once. Deletes nothing while `reasonToHoldPurge` returns a reason to ask a person first. */
export function runDailyPurge(db: Database, now: Date, others?: Purge): void {
  try {
    const hold = reasonToHoldPurge(db, now)
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

/** Number of rows, and part of its rows, that a form may lose at once; the purge waits if it exceeds both. */
const USUAL_ROWS = 50
const USUAL_PART = 0.1

/**
 * Returns in French why the purge must not run by itself now; undefined if it may. A doubted clock, or a purge of an
 * unusual part of a form's rows, requires a person, because a clock that is wrong by years would erase every lead.
 */
export function reasonToHoldPurge(db: Database, now: Date): string | undefined {
  if (isClockDoubted(db, now))
    return `l’horloge dit ${momentInParis(now.toISOString())}, la dernière heure connue est ${momentInParis(lastKnownTime(db) ?? '')}`
  const unusual = allForms.flatMap((form) => {
    const aged = countAged(db, form, now)
    if (aged <= USUAL_ROWS) return []
    const total = countLeads(db, form)
    return aged > total * USUAL_PART ? [`${aged} des ${total} envois « ${form.name} »`] : []
  })
  return unusual.length > 0 ? `cela effacerait d’un coup ${unusual.join(', ')}` : undefined
}
