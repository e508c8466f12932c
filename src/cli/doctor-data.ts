import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DAY_MS } from '../server/clock.ts'
import { orFileError } from '../server/database/database-error.ts'
import { findDamage, findProblems } from '../server/database/integrity.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { type Diagnosis, fail, pass, warn } from '../server/operations/diagnosis.ts'
import { keyPath } from '../server/people/email-hash.ts'
import { erasuresPath } from '../server/people/erasures.ts'
import type { Context } from './command.ts'

/**
 * Age from which an old copy of the database is a warning: it may hold people who have been erased since, whom /privacy
 * promises to be gone from every copy by then (facts.yaml, conservation_sauvegardes).
 */
const COPY_AGE_DAYS = 14
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077

/** The database and the files beside it; nothing where there is none yet. */
export function checkFiles(context: Context): Diagnosis[] {
  const path = context.config.databasePath
  if (!existsSync(path)) return []
  return [...checkRights(path), ...checkPages(context), checkServed(path), ...checkCopies(path, context.clock())]
}

function checkRights(path: string): Diagnosis[] {
  return [path, `${path}-wal`, keyPath(path), erasuresPath(path)]
    .filter(existsSync)
    .filter((file) => statSync(file).mode & OTHERS)
    .map((file) => fail(`${file} est lisible par d’autres : chmod 600 ${file}`))
}

/** Every page of the database; nothing where it cannot be opened, which the state of the database says. */
function checkPages({ db, config: { databasePath: path } }: Context): Diagnosis[] {
  const look = () => {
    const problems = findProblems(db(), path)
    if (problems.length > 0) return problems.map((problem) => fail(problem))
    const damage = findDamage(db())
    if (damage.length > 0) return damage.map((each) => fail(`${path} : ${each}`))
    const size = (statSync(path).size / 1e6).toFixed(1).replace('.', ',')
    return [pass(`La base ${path} est saine (${size} Mo, WAL, synchronous=FULL).`)]
  }
  return orFileError(path, look, () => [])
}

function checkServed(path: string): Diagnosis {
  const look = () => (isServed(path) ? pass('Le site tourne.') : warn('Le site ne tourne pas.'))
  return orFileError(path, look, (sentence) => fail(sentence))
}

/** Old copies of the database beside it: before a migration, before a restore, or unfinished. */
function checkCopies(path: string, now: Date): Diagnosis[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter((file) => [`${name}.v`, `${name}.avant-`, `${name}.part`].some((start) => file.startsWith(start)))
    .filter((file) => !/-(wal|shm)$/.test(file))
    .map((file) => join(dirname(path), file))
    .filter((file) => now.getTime() - statSync(file).mtimeMs > COPY_AGE_DAYS * DAY_MS)
    .map((file) =>
      warn(`${file} a plus de ${COPY_AGE_DAYS} jours et peut contenir des personnes effacées : supprimez-le.`),
    )
}
