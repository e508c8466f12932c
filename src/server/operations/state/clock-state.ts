import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { isClockDoubted, lastKnownTime } from '../../leads/retention/known-time.ts'
import { newestLead } from '../../leads/statistics.ts'
import { momentInParis } from '../../paris-time.ts'
import type { Part } from './part.ts'

/** Difference between two machines' clocks that is nothing to speak of. */
const USUAL_MS = HOUR_MS

const REMEDY = 'Vérifiez la date de la machine (timedatectl).'

/**
 * Whether the clock agrees with what is known: not before the build or the newest row, and not long after the last known
 * time.
 * @param builtAt when the site was built, UTC ISO 8601
 */
export function clockState(db: Database, builtAt: string | undefined, now: Date): Part {
  const part = { name: 'clock', title: 'Horloge' } as const
  const said = momentInParis(now.toISOString())
  const isBefore = (at: string) => Date.parse(at) - now.getTime() > USUAL_MS
  if (builtAt && isBefore(builtAt)) {
    const sentence = `L’horloge dit ${said}, mais le site a été construit le ${momentInParis(builtAt)}.`
    return { ...part, status: 'fail', sentence, remedy: REMEDY }
  }
  if (isClockDoubted(db, now)) {
    const known = momentInParis(lastKnownTime(db) ?? '')
    const sentence = `L’horloge dit ${said}, la dernière heure connue est ${known} : elle est fausse, ou le site est resté arrêté.`
    return { ...part, status: 'fail', sentence, remedy: `${REMEDY} Si elle est juste : hera purge` }
  }
  const newest = newestLead(db)
  if (newest && isBefore(newest)) {
    const sentence = `L’horloge dit ${said}, mais le dernier envoi est daté du ${momentInParis(newest)} : elle a été fausse, ou l’est.`
    return { ...part, status: 'warn', sentence, remedy: REMEDY }
  }
  return { ...part, status: 'pass', sentence: `L’horloge dit ${said}.` }
}
