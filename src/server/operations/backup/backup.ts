import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../../clock.ts'
import { leaveWalMode } from '../../database/copy-database.ts'
import { type Database, DatabaseError } from '../../database/database.ts'
import { describeFileError, withFileErrors } from '../../database/database-error.ts'
import { checkDatabaseFile } from '../../database/integrity.ts'
import { copyPrivateFile, createPrivateFile, flushFile } from '../../database/private-file.ts'
import { recordRun } from '../../database/small-facts.ts'
import { erasuresPath } from '../../people/erasures.ts'
import { keyPath } from '../../people/keyed-hash.ts'
import { removeStartingWith } from './copies.ts'

/** Pages copied per step; between steps the process serves requests. */
const STEP_PAGES = 4000
/** Files that are copied with the database. */
const BESIDE = [keyPath, erasuresPath]

/**
 * Copies the database while it is in use, with SQLite's online backup. The copy gets its final name once it has
 * been checked and flushed to disk. Its own time is recorded in both as the last backup. The
 * key of the e-mail hashes and the log of erasures are copied beside it, because objections and erasures cannot
 * be applied on another machine without them. Throws DatabaseError if the target exists or its folder does not.
 * @param check verifies the copy; throws or rejects if it is damaged
 */
export async function backUp(
  db: Database,
  databasePath: string,
  target: string,
  clock: Clock,
  check: (path: string) => void | Promise<void> = checkDatabaseFile,
): Promise<void> {
  if (existsSync(target)) throw new DatabaseError(`${target} existe déjà : choisissez un autre nom.`)
  if (!existsSync(dirname(target))) throw new DatabaseError(`Le dossier ${dirname(target)} n’existe pas : créez-le.`)
  const part = `${target}.part`
  removeStartingWith(part)
  try {
    createPrivateFile(part)
    await db.backup(part, { progress: () => STEP_PAGES })
    leaveWalMode(part, (copy) => recordRun(copy, 'backup', clock()))
    await check(part)
    flushFile(part)
    for (const path of BESIDE) {
      if (existsSync(path(databasePath))) copyPrivateFile(path(databasePath), path(target))
    }
    renameSync(part, target)
  } catch (error) {
    for (const path of BESIDE) rmSync(path(target), { force: true })
    // Only the copy is written: without its name, the operator looks at the disk of the database.
    const sentence = describeFileError(error, target)
    throw sentence ? new DatabaseError(sentence) : error
  } finally {
    removeStartingWith(part)
  }
  const note = () => recordRun(db, 'backup', clock())
  // Fails for example on a full disk that the operator saves the database from.
  withFileErrors(databasePath, note, (sentence) => {
    throw new DatabaseError(`La copie est complète, ${target}, mais sa date n’est pas notée : ${sentence}`)
  })
}
