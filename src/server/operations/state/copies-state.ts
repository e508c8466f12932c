import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { firstStart, lastFailure, lastRun } from '../../database/last-runs.ts'
import { momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'
import { CLOCK_TOLERANCE_MS } from './machine-state.ts'

/** Age from which the nightly backup counts as missed. */
const BACKUP_MISSED_MS = 48 * HOUR_MS

const REMEDY = 'Pour en faire une : hera backup FICHIER ; pour savoir pourquoi : journalctl -u hera-sauvegarde'
const REMEDY_AHEAD =
  'Cette date est à venir : l’horloge a été fausse. Faites une nouvelle sauvegarde : hera backup FICHIER'

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

/** Age of the last hourly copy from which it is a warning, and from which a person must act. */
const OFFSITE_LATE_MS = 3 * HOUR_MS
const OFFSITE_MISSED_MS = 24 * HOUR_MS
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
  const late = last ? age(last) : OFFSITE_MISSED_MS + 1
  if (failed || late > OFFSITE_LATE_MS)
    return (late > OFFSITE_MISSED_MS ? fail : warn)(sentence, 'Pourquoi : journalctl -u hera-ailleurs')
  if (!tried || age(tried) > UNTRIED_MS) {
    const trial = tried
      ? `Dernier essai de restauration le ${momentInParis(tried)}.`
      : 'Aucune n’a été restaurée à l’essai.'
    return warn(`${sentence} ${trial}`, 'Pour essayer : systemctl start hera-essai')
  }
  return pass(`${sentence} Restaurée à l’essai le ${momentInParis(tried)}.`)
}
