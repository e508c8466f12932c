import { existsSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { allForms, type NamedForm } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import { copyDatabase } from '../../database/copy-database.ts'
import {
  type Database,
  DatabaseError,
  openCopy,
  openDatabase,
  pluck,
  readFrom,
  toDatabaseError,
} from '../../database/database.ts'
import { sqliteCode } from '../../database/database-error.ts'
import { latestVersion } from '../../database/migrate.ts'
import { exportLeads } from '../../leads/export.ts'
import { countLeads } from '../../leads/leads.ts'
import { createKeyedHash, keyPath } from '../../people/keyed-hash.ts'
import { createObjections } from '../../people/objections.ts'
import { assertRestorable, pathForFormer, restore } from './restore.ts'

/** Leads of the former database that the backup lacks. */
interface MissingLeads {
  count: number
  /** Paths of the CSV files that hold them, one for each form. */
  files: string[]
}

/**
 * Restores a backup with `restore`, after the leads that it lacks are written beside the database, in private CSV files
 * that go with the former database after fourteen days. `missing` is undefined if the former database cannot be read.
 * Throws as `restore` does, and then leaves no file.
 */
export async function restoreAndKeepLeads(databasePath: string, source: string, clock: Clock) {
  assertRestorable(databasePath, source)
  const files: string[] = []
  try {
    const count = await writeMissing(databasePath, source, clock, files)
    const missing: MissingLeads | undefined = count === undefined ? undefined : { count, files }
    return { missing, ...restore(databasePath, source, clock) }
  } catch (error) {
    for (const file of files) rmSync(file, { force: true })
    throw error
  }
}

/** Writes the files and adds their paths to `files`. Returns the number of leads; undefined if they cannot be read. */
async function writeMissing(databasePath: string, source: string, clock: Clock, files: string[]) {
  if (!existsSync(databasePath)) return 0
  const copy = `${databasePath}.part.ancienne`
  removeCopy(copy)
  try {
    const version = readFrom(databasePath, (db) => Number(db.pragma('user_version', { simple: true })))
    if (version === 0) return 0
    copyDatabase(databasePath, copy)
    // After an update that is taken back, the former database is newer than this program.
    const db = version > latestVersion() ? openCopy(copy) : openDatabase(copy)
    try {
      return await exportRest(db, databasePath, source, clock, files)
    } finally {
      db.close()
    }
  } catch (error) {
    const isUnreadable = toDatabaseError(error, copy) instanceof DatabaseError || sqliteCode(error) === 'SQLITE_ERROR'
    if (!isUnreadable) throw error
    for (const file of files.splice(0)) rmSync(file, { force: true })
    return undefined
  } finally {
    removeCopy(copy)
  }
}

/** Deletes from a copy of the former database the leads that the backup holds, and exports the others. */
async function exportRest(db: Database, databasePath: string, source: string, clock: Clock, files: string[]) {
  // A key made here, beside either file, would change which key the restore takes.
  const objections = () =>
    createObjections(db, createKeyedHash(existsSync(keyPath(databasePath)) ? databasePath : ':memory:'), clock)
  const remove = db.prepare('DELETE FROM leads WHERE reference IN (SELECT value FROM json_each(?))')
  let count = 0
  for (const form of allForms) {
    remove.run(JSON.stringify(readFrom(source, (held) => referencesIn(held, form))))
    const rest = countLeads(db, form, {})
    if (rest === 0) continue
    const file = `${pathForFormer(databasePath, clock)}.${form.name}.csv`
    files.push(file)
    const { bytes } = exportLeads(db, clock, objections, form, { everyone: true })
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600, flush: true })
    count += rest
  }
  return count
}

/** Returns the references of a form in a database of any version, which may lack its table. */
function referencesIn(db: Database, { table }: NamedForm): string[] {
  const exists = pluck(db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
  return exists ? pluck<string>(db, `SELECT reference FROM ${table}`).all() : []
}

/** Removes the copy of the former database, its log, and the copy that a migration made of it. */
function removeCopy(copy: string): void {
  for (const name of readdirSync(dirname(copy)))
    if (name.startsWith(basename(copy))) rmSync(join(dirname(copy), name), { force: true })
}
