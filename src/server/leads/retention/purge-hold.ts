import { allForms } from '../../../forms/index.ts'
import type { Database } from '../../database/database.ts'
import { momentInParis } from '../../paris-time.ts'
import { countLeads } from '../leads.ts'
import { isClockDoubted, lastKnownTime } from './known-time.ts'
import { countAged } from './retention.ts'

/** Number of rows, and part of its rows, that a form may lose at once; the purge waits if it exceeds both. */
const USUAL_ROWS = 50
const USUAL_PART = 0.1

/**
 * Returns in French why the purge must not run by itself now; undefined if it may. A doubted clock, or a purge of an
 * unusual part of a form's rows, requires a person, because a clock that is wrong by years would erase every lead.
 */
export function purgeHold(db: Database, now: Date): string | undefined {
  if (isClockDoubted(db, now))
    return `l’horloge dit ${momentInParis(now.toISOString())}, la dernière heure connue est ${momentInParis(lastKnownTime(db) ?? '')}`
  const unusual = allForms.flatMap((form) => {
    const aged = countAged(db, form, now)
    if (aged <= USUAL_ROWS) return []
    const total = countLeads(db, form, {})
    return aged > total * USUAL_PART ? [`${aged} des ${total} envois « ${form.name} »`] : []
  })
  return unusual.length > 0 ? `elle effacerait d’un coup ${unusual.join(', ')}` : undefined
}
