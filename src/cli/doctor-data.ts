import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { examineDatabase } from '../server/database/integrity.ts'
import { lastMark } from '../server/database/last-runs.ts'
import { houseRefusals, outboxCounts } from '../server/mail/outbox-admin.ts'
import { keyPath } from '../server/privacy/email-hash.ts'
import { erasuresPath } from '../server/privacy/erasures.ts'
import type { Context } from './command.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A nightly backup or purge that is older than this was missed. */
const STALE_MS = 2 * DAY_MS
/** A mail that waits longer than this is worth a look. */
const WAITING_MS = HOUR_MS
/** A refusal of the house's own address concerns who reads the requests, for so long. */
const REFUSED_MS = 7 * DAY_MS
/** A copy aside that is older than this still holds people who have been erased or purged since. */
const COPY_MS = 30 * DAY_MS
const DISK_LOW_MB = 1000
const DISK_FULL_MB = 100
const OWNER_ONLY = 0o077

export function checkDatabaseFile({ db, config }: Context): Finding[] {
  const path = config.databasePath
  const findings = [path, `${path}-wal`, keyPath(path), erasuresPath(path)]
    .filter(existsSync)
    .filter((file) => statSync(file).mode & OWNER_ONLY)
    .map((file) => problem(`${file} est lisible par d’autres : chmod 600 ${file}`))
  const faults = examineDatabase(db())
  if (faults.length > 0) return [...findings, ...faults.map((fault) => problem(`${path} : ${fault}`))]
  const size = (statSync(path).size / 1e6).toFixed(1).replace('.', ',')
  return [...findings, ok(`La base ${path} est saine (${size} Mo, WAL, synchronous=FULL).`)]
}

export function checkDisk(path: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(path))
  const free = Math.floor((bavail * bsize) / 1e6)
  const text = `${free} Mo libres sur le disque de la base.`
  return free < DISK_FULL_MB ? problem(text) : free < DISK_LOW_MB ? warning(text) : ok(text)
}

export function checkOutbox({ db, clock }: Context): Finding[] {
  const { waiting, held, failed, oldest } = outboxCounts(db())
  const late = oldest !== null && clock().getTime() - Date.parse(oldest) > WAITING_MS
  const text = `E-mails : ${waiting} en attente${late ? `, le plus ancien depuis le ${oldest.slice(0, 16)}` : ''}, ${held} retenus.`
  return [
    late ? warning(`${text} Voyez « hera outbox ».`) : ok(text),
    ...(failed > 0 ? [warning(`${failed} e-mails refusés ou abandonnés : hera outbox`)] : []),
    ...houseRefusals(db(), new Date(clock().getTime() - REFUSED_MS)).map((said) =>
      problem(`Une adresse de la maison (MAIL_TO) n’a pas reçu une demande. Réponse : ${said}`),
    ),
  ]
}

export function checkMarks({ db, clock }: Context): Finding[] {
  const age = (name: 'backup' | 'purge', what: string, never: string) => {
    const at = lastMark(db(), name)
    if (!at) return warning(never)
    const text = `${what} : ${at.slice(0, 16).replace('T', ' ')} UTC.`
    return clock().getTime() - Date.parse(at) > STALE_MS ? warning(text) : ok(text)
  }
  return [
    age('backup', 'Dernière sauvegarde', 'Aucune sauvegarde n’a été faite : npx hera backup FICHIER'),
    age('purge', 'Dernière purge', 'La purge n’a pas encore eu lieu : le site la fait au démarrage, puis chaque jour.'),
  ]
}

/** Copies that an upgrade or a restore, whole or cut short, left beside the database. */
export function checkCopies(path: string, now: Date): Finding[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter((file) => [`${name}.v`, `${name}.avant-`, `${name}.part`].some((start) => file.startsWith(start)))
    .filter((file) => !/-(wal|shm)$/.test(file))
    .map((file) => join(dirname(path), file))
    .filter((file) => now.getTime() - statSync(file).mtimeMs > COPY_MS)
    .map((file) => warning(`${file} a plus d’un mois et peut contenir des personnes effacées : supprimez-le.`))
}
