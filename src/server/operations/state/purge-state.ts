import type { Database } from '../../database/database.ts'
import { lastRun } from '../../database/last-runs.ts'
import { purgeHold } from '../../leads/retention/purge-hold.ts'
import { countPurgeable } from '../../leads/retention/retention.ts'
import { momentInParis } from '../../paris-time.ts'
import type { Part } from './part.ts'

/** Age from which the last purge, which runs every day, counts as missed, in milliseconds. */
const MISSED_MS = 48 * 3_600_000

/** Whether what is past its retention period goes, or waits for a person. */
export function purgeState(db: Database, now: Date): Part {
  const part = { name: 'purge', title: 'Durées de conservation' } as const
  const hold = purgeHold(db, now)
  if (hold) {
    const count = Object.values(countPurgeable(db, now)).reduce((sum, each) => sum + each, 0)
    const sentence = `L’effacement de chaque jour attend votre accord : ${hold}.`
    const remedy = 'Si la date de la machine est juste (timedatectl), effacez par : hera purge'
    return { ...part, status: 'fail', sentence, remedy, observed: { value: count, unit: 'rows' } }
  }
  const last = lastRun(db, 'purge')
  if (!last) return { ...part, status: 'pass', sentence: 'Le site efface à son démarrage, puis chaque jour.' }
  const sentence = `Dernier effacement le ${momentInParis(last)}.`
  if (now.getTime() - Date.parse(last) <= MISSED_MS) return { ...part, status: 'pass', sentence }
  return { ...part, status: 'warn', sentence, remedy: 'Le site l’aurait fait chaque jour s’il tournait : démarrez-le.' }
}
