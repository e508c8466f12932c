import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { lastFailure, lastRun } from '../../database/last-runs.ts'
import { momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** Age of the last hourly copy from which it is a warning, and from which a person must act. */
const LATE_MS = 3 * HOUR_MS
const MISSED_MS = 24 * HOUR_MS
/** Age from which the monthly trial restore counts as missed. */
const UNTRIED_MS = 40 * 24 * HOUR_MS

/**
 * Checks that copies are sent off the machine and can be restored; returns undefined if none was ever sent and
 * the site is not public.
 * @param isPublic true for a public site, for which a missing copy is a warning
 */
export function offsiteState(db: Database, isPublic: boolean, now: Date): Diagnosis | undefined {
  const age = (at: string) => now.getTime() - Date.parse(at)
  const failedTrial = lastFailure(db, 'trial')
  if (failedTrial) {
    const sentence = `Les copies gardées ailleurs n’ont pas pu être restaurées, à l’essai du ${momentInParis(failedTrial)}.`
    return fail(sentence, 'Pourquoi : hera offsite trial')
  }
  const [last, failed, tried] = [lastRun(db, 'offsite'), lastFailure(db, 'offsite'), lastRun(db, 'trial')]
  if (!last && !failed) {
    const sentence = 'Aucune copie n’a quitté cette machine : un vol ou une panne du disque emporterait tout.'
    return isPublic ? warn(sentence, 'deploy/LISEZMOI.md, « Des copies ailleurs ».') : undefined
  }
  const sentence = last ? `La dernière est partie le ${momentInParis(last)}.` : 'Aucune n’est encore partie.'
  const late = last ? age(last) : MISSED_MS + 1
  if (failed || late > LATE_MS)
    return (late > MISSED_MS ? fail : warn)(sentence, 'Pourquoi : journalctl -u hera-ailleurs')
  if (!tried || age(tried) > UNTRIED_MS) {
    const trial = tried
      ? `Dernier essai de restauration le ${momentInParis(tried)}.`
      : 'Aucune n’a été restaurée à l’essai.'
    return warn(`${sentence} ${trial}`, 'Pour essayer : systemctl start hera-essai')
  }
  return pass(`${sentence} Restaurée à l’essai le ${momentInParis(tried)}.`)
}
