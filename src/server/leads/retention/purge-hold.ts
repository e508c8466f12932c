import { allForms } from '../../../forms/index.ts'
import type { Database } from '../../database/database.ts'
import { momentInParis } from '../../paris-time.ts'
import { countLeads } from '../leads.ts'
import { isClockDoubted, lastKnownTime } from './known-time.ts'
import { countAged } from './retention.ts'

/** A form may lose so many rows at once, however few it has, and beyond that this part of its rows. */
const USUAL_ROWS = 50
const USUAL_PART = 0.1

/**
 * Why the purge does not run by itself now, a French sentence; undefined while it may. A clock that is wrong by years would
 * otherwise erase every lead: a doubted clock, and a purge of an unusual part of a form's rows, wait for a person.
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
