import { copyFileSync, existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { changedMigration } from './migrate.ts'

/**
 * For `astro dev`: if a migration file has changed since it was applied, replaces the database by the copy made before
 * that migration, so that the draft is applied again. Later data is lost. Returns the name of the file, or undefined.
 * @param folder of the migrations; by default that of the program
 */
export function undoChangedDraft(path: string, folder?: string): string | undefined {
  if (path === ':memory:' || !existsSync(path)) return undefined
  const db = new Sqlite(path)
  // Closing checkpoints the log, so that no log of the replaced database is left beside the copy.
  const changed = changedMigration(db, path, folder)
  db.close()
  if (changed) copyFileSync(changed.copy, path)
  return changed?.name
}
