import { HOUR_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { lastRun } from '../../database/last-runs.ts'
import { purgeHold } from '../../leads/retention/purge-hold.ts'
import { momentInParis } from '../../paris-time.ts'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

/** Age from which the daily purge counts as missed. */
const MISSED_MS = 48 * HOUR_MS

/** Checks if expired data is purged, or if the purge waits for confirmation by a person. */
export function purgeState(db: Database, now: Date): Diagnosis {
  const hold = purgeHold(db, now)
  if (hold) {
    const sentence = `L’effacement de chaque jour attend votre accord : ${hold}.`
    const remedy = 'Si la date de la machine est juste (timedatectl), effacez par : hera purge'
    return fail(sentence, remedy)
  }
  const last = lastRun(db, 'purge')
  if (!last) return pass('Le site efface à son démarrage, puis chaque jour.')
  const sentence = `Dernier effacement le ${momentInParis(last)}.`
  if (now.getTime() - Date.parse(last) <= MISSED_MS) return pass(sentence)
  return warn(sentence, 'Le site l’aurait fait chaque jour s’il tournait : démarrez-le.')
}
