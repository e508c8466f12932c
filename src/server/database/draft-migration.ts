import { copyFileSync, existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { changedMigration } from './migrate.ts'

/**
 * For `astro dev`: where the file of a migration has changed since it was applied, puts the copy that was made before it in
 * place of the database, so that the draft is applied anew. What came in since then is lost. Returns the name of the file.
 * @param folder of the migrations, where it is not that of the program
 */
export function undoChangedDraft(path: string, folder?: string): string | undefined {
  if (path === ':memory:' || !existsSync(path)) return undefined
  const db = new Sqlite(path)
  // Closing writes the log back, so that no log of the former database is left beside the copy.
  const changed = changedMigration(db, path, folder)
  db.close()
  if (changed) copyFileSync(changed.copy, path)
  return changed?.name
}
