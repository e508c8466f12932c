import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { isClockDoubted, lastKnownTime } from '../../leads/retention/known-time.ts'
import { newestLead } from '../../leads/statistics.ts'
import { momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** Tolerated difference to the clock of another machine. */
const USUAL_MS = HOUR_MS

const REMEDY = 'Vérifiez la date de la machine (timedatectl).'

/**
 * Checks that the clock is not before the build or the newest row, and not long after the last known time.
 * @param builtAt when the site was built, UTC ISO 8601
 */
export function clockState(db: Database, builtAt: string | undefined, now: Date): Diagnosis {
  const said = `L’horloge dit ${momentInParis(now.toISOString())}`
  const isBefore = (at: string) => Date.parse(at) - now.getTime() > USUAL_MS
  if (builtAt && isBefore(builtAt))
    return fail(`${said}, mais le site a été construit le ${momentInParis(builtAt)}.`, REMEDY)
  if (isClockDoubted(db, now)) {
    const known = momentInParis(lastKnownTime(db) ?? '')
    const sentence = `${said}, la dernière heure connue est ${known} : elle est fausse, ou le site est resté arrêté.`
    return fail(sentence, `${REMEDY} Si elle est juste : hera purge`)
  }
  const newest = newestLead(db)
  if (newest && isBefore(newest)) {
    const dated = momentInParis(newest)
    return warn(`${said}, mais le dernier envoi est daté du ${dated} : elle a été fausse, ou l’est.`, REMEDY)
  }
  return pass(`${said}.`)
}
