import { chmodSync, copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))

/** The version of the database that this program works with: the number of migrations. */
export function latestVersion(): number {
  return migrationFiles().length
}

/**
 * Brings a database to this program's version (`PRAGMA user_version`), each migration in a transaction of its own. An older
 * file is first copied beside itself, as `<path>.v<version>`. Throws DatabaseError for the database of a newer program.
 */
export function migrate(db: Database, path: string): void {
  const files = migrationFiles()
  const version = readVersion(db, path)
  if (version > 0 && version < files.length) {
    db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(path, `${path}.v${version}`)
    chmodSync(`${path}.v${version}`, 0o600)
  }
  for (const [index, name] of files.entries()) {
    if (index < version) continue
    db.transaction(() => {
      db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}

/** The version of a database. Throws DatabaseError for that of a newer program. */
export function readVersion(db: Database, path: string): number {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > latestVersion())
    throw new DatabaseError(
      `${path} vient d’une version plus récente de Hera (${version}, celle-ci connaît ${latestVersion()}). Mettez Hera à jour.`,
    )
  return version
}

function migrationFiles(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}
