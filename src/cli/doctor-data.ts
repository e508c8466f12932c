import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findSchemaDifferences } from '../server/database/check-schema.ts'
import { findDamage } from '../server/database/integrity.ts'
import { lastRun, type Task } from '../server/database/last-runs.ts'
import { houseRefusals, outboxCounts } from '../server/mail/outbox-admin.ts'
import { keyPath } from '../server/privacy/email-hash.ts'
import { erasuresPath } from '../server/privacy/erasures.ts'
import type { Context } from './command.ts'
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Age from which the last backup or purge, which should run every day, counts as missed. */
const MISSED_MS = 2 * DAY_MS
/** How long an e-mail may wait before it is a warning. */
const MAIL_WAIT_MS = HOUR_MS
/** For how long a refusal of an address of the house is shown. */
const REFUSED_MS = 7 * DAY_MS
/** Age from which an old copy of the database is a warning: it may hold people who have been erased since. */
const COPY_AGE_MS = 30 * DAY_MS
const DISK_LOW_MB = 1000
const DISK_FULL_MB = 100
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077

/** Permissions and integrity of the database and the files beside it. */
export function checkDatabaseFiles({ db, config }: Context): Diagnosis[] {
  const path = config.databasePath
  const diagnoses = [path, `${path}-wal`, keyPath(path), erasuresPath(path)]
    .filter(existsSync)
    .filter((file) => statSync(file).mode & OTHERS)
    .map((file) => problem(`${file} est lisible par d’autres : chmod 600 ${file}`))
  const damage = findDamage(db())
  if (damage.length > 0) return [...diagnoses, ...damage.map((each) => problem(`${path} : ${each}`))]
  const size = (statSync(path).size / 1e6).toFixed(1).replace('.', ',')
  return [...diagnoses, ok(`La base ${path} est saine (${size} Mo, WAL, synchronous=FULL).`)]
}

/** Whether the forms of src/forms and their tables agree. */
export function checkSchema({ db }: Context): Diagnosis[] {
  const differences = findSchemaDifferences(db())
  if (differences.length === 0) return [ok('Les formulaires et leurs tables concordent.')]
  return differences.map(problem)
}

/** Free space on the disk of the database. */
export function checkDisk(path: string): Diagnosis {
  const { bavail, bsize } = statfsSync(dirname(path))
  const free = Math.floor((bavail * bsize) / 1e6)
  const text = `${free} Mo libres sur le disque de la base.`
  return free < DISK_FULL_MB ? problem(text) : free < DISK_LOW_MB ? warning(text) : ok(text)
}

/** E-mails that wait, are held or have failed. */
export function checkOutbox({ db, clock }: Context): Diagnosis[] {
  const { waiting, held, failed, oldest } = outboxCounts(db())
  const late = oldest !== null && clock().getTime() - Date.parse(oldest) > MAIL_WAIT_MS
  const text = `E-mails : ${waiting} en attente${late ? `, le plus ancien depuis le ${oldest.slice(0, 16)}` : ''}, ${held} retenus.`
  return [
    late ? warning(`${text} Voyez « hera outbox ».`) : ok(text),
    ...(failed > 0 ? [warning(`${failed} e-mails refusés ou abandonnés : hera outbox`)] : []),
    ...houseRefusals(db(), new Date(clock().getTime() - REFUSED_MS)).map((said) =>
      problem(`Une adresse de la maison (MAIL_TO) n’a pas reçu une demande. Réponse : ${said}`),
    ),
  ]
}

/** When backup and purge last ran. */
export function checkLastRuns({ db, clock }: Context): Diagnosis[] {
  const age = (task: Task, what: string, never: string) => {
    const at = lastRun(db(), task)
    if (!at) return warning(never)
    const text = `${what} : ${at.slice(0, 16).replace('T', ' ')} UTC.`
    return clock().getTime() - Date.parse(at) > MISSED_MS ? warning(text) : ok(text)
  }
  return [
    age('backup', 'Dernière sauvegarde', 'Aucune sauvegarde n’a été faite : hera backup FICHIER'),
    age('purge', 'Dernière purge', 'La purge n’a pas encore eu lieu : le site la fait au démarrage, puis chaque jour.'),
  ]
}

/** Old copies of the database beside it: before a migration, before a restore, or unfinished. */
export function checkCopies(path: string, now: Date): Diagnosis[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter((file) => [`${name}.v`, `${name}.avant-`, `${name}.part`].some((start) => file.startsWith(start)))
    .filter((file) => !/-(wal|shm)$/.test(file))
    .map((file) => join(dirname(path), file))
    .filter((file) => now.getTime() - statSync(file).mtimeMs > COPY_AGE_MS)
    .map((file) => warning(`${file} a plus d’un mois et peut contenir des personnes effacées : supprimez-le.`))
}
