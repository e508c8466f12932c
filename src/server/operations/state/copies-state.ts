import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { firstStart, lastFailure, lastRun } from '../../database/small-facts.ts'
import { momentInParis } from '../../paris-time.ts'
import { CLOCK_TOLERANCE_MS } from './machine-state.ts'
import { type Diagnosis, fail, pass, warn } from './part.ts'

/** Age from which the nightly backup counts as missed. */
const BACKUP_MISSED_MS = 48 * HOUR_MS

const REMEDY = 'Pour en faire une : hera backup ; pour savoir pourquoi, lisez le journal du site à 3 h 15.'
const REMEDY_AHEAD = 'Cette date est à venir : l’horloge a été fausse. Faites une nouvelle sauvegarde : hera backup'

/** Checks the age of the last backup and that it succeeded, with its check of every page. */
export function backupState(db: Database, now: Date): Diagnosis {
  const age = (at: string) => now.getTime() - Date.parse(at)
  const last = lastRun(db, 'backup')
  const failed = lastFailure(db, 'backup')
  if (failed) {
    const before = last ? `la dernière bonne est du ${momentInParis(last)}` : 'aucune n’a encore réussi'
    return fail(`Celle du ${momentInParis(failed)} a échoué ; ${before}.`, REMEDY)
  }
  if (!last) {
    const first = firstStart(db)
    const isMissed = first && age(first) > BACKUP_MISSED_MS
    return (isMissed ? fail : warn)('Aucune sauvegarde n’a encore été faite.', REMEDY)
  }
  const sentence = `La dernière, vérifiée, est du ${momentInParis(last)}.`
  if (age(last) < -CLOCK_TOLERANCE_MS) return warn(sentence, REMEDY_AHEAD)
  return age(last) > BACKUP_MISSED_MS ? fail(sentence, REMEDY) : pass(sentence)
}
