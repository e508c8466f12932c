import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { lastFailure, lastRun } from '../../database/last-runs.ts'
import { momentInParis } from '../../paris-time.ts'
import type { Part } from './part.ts'

/** Age from which the last copy, which leaves every hour, is worth knowing, and from which somebody must act. */
const LATE_MS = 3 * HOUR_MS
const MISSED_MS = 24 * HOUR_MS
/** The same of the trial of every month. */
const UNTRIED_MS = 40 * 24 * HOUR_MS

const REMEDY = 'Pourquoi : journalctl -u hera-ailleurs'

/**
 * Whether copies leave the machine, and can be restored.
 * @param isPublic true where other people rely on the site: then it is worth a word that none ever left
 */
export function offsiteState(db: Database, isPublic: boolean, now: Date): Part[] {
  const part = { name: 'offsite', title: 'Copies ailleurs' } as const
  const age = (at: string) => now.getTime() - Date.parse(at)
  const [last, failed, tried, failedTrial] = [
    lastRun(db, 'offsite'),
    lastFailure(db, 'offsite'),
    lastRun(db, 'trial'),
    lastFailure(db, 'trial'),
  ]
  if (failedTrial) {
    const sentence = `Les copies gardées ailleurs n’ont pas pu être restaurées, à l’essai du ${momentInParis(failedTrial)}.`
    return [{ ...part, status: 'fail', sentence, remedy: 'Pourquoi : hera offsite trial' }]
  }
  if (!last && !failed) {
    const sentence = 'Aucune copie n’a quitté cette machine : un vol ou une panne du disque emporterait tout.'
    return isPublic
      ? [{ ...part, status: 'warn', sentence, remedy: 'deploy/LISEZMOI.md, « Des copies ailleurs ».' }]
      : []
  }
  const sentence = last ? `La dernière est partie le ${momentInParis(last)}.` : 'Aucune n’est encore partie.'
  const late = last ? age(last) : MISSED_MS + 1
  if (failed || late > LATE_MS)
    return [{ ...part, status: late > MISSED_MS ? 'fail' : 'warn', sentence, remedy: REMEDY }]
  if (!tried || age(tried) > UNTRIED_MS) {
    const untried = `${sentence} ${tried ? `Dernier essai de restauration le ${momentInParis(tried)}.` : 'Aucune n’a été restaurée à l’essai.'}`
    return [{ ...part, status: 'warn', sentence: untried, remedy: 'Pour essayer : systemctl start hera-essai' }]
  }
  return [{ ...part, status: 'pass', sentence: `${sentence} Restaurée à l’essai le ${momentInParis(tried)}.` }]
}
