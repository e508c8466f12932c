import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'

export type Database = Sqlite.Database

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
/** How long a statement waits for another process that holds the lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 2000

/** The database cannot be used as it is; the message is for the operator. */
export class DatabaseError extends Error {}

/**
 * Opens the database, creating the file readable by its owner alone, and brings it to this program's version after a
 * copy of the old file. Throws DatabaseError for a newer database or a damaged file, which are left untouched.
 * @param path a file, or ':memory:'
 */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') createPrivately(path)
  const db = new Sqlite(path)
  try {
    configure(db, path)
    migrate(db, path)
    return db
  } catch (error) {
    db.close()
    if (error instanceof Sqlite.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code))
      throw new DatabaseError(`${path} est endommagé (${error.message}). Restaurez une sauvegarde.`)
    throw error
  }
}

/** True when a row was refused because its value in a unique column is taken. */
export function isConflict(error: unknown, column: string): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === 'SQLITE_CONSTRAINT_UNIQUE' &&
    error.message.endsWith(`.${column}`)
  )
}

function createPrivately(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  closeSync(openSync(path, 'wx', 0o600))
}

function configure(db: Database, path: string): void {
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // Readers (the operator's commands) do not wait for the writer.
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  // A commit is on the disk before it is acknowledged; WAL alone would keep it in memory until a checkpoint.
  db.pragma('synchronous = FULL')
  // A wording that a row refers to cannot be deleted.
  db.pragma('foreign_keys = ON')
  // What is erased is overwritten, not only unlinked.
  db.pragma('secure_delete = ON')
  const durable = path === ':memory:' || (mode === 'wal' && db.pragma('synchronous', { simple: true }) === 2)
  if (!durable) throw new DatabaseError(`${path} : le journal WAL avec synchronous=FULL n’a pas pu être activé.`)
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
    throw new DatabaseError(`${path} est endommagé. Restaurez une sauvegarde.`)
}

function migrate(db: Database, path: string): void {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > files.length)
    throw new DatabaseError(
      `${path} vient d’une version plus récente de Hera (${version}, celle-ci connaît ${files.length}). Mettez Hera à jour.`,
    )
  if (version > 0 && version < files.length && path !== ':memory:') {
    db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(path, `${path}.v${version}`)
  }
  for (const [index, name] of files.entries()) {
    if (index < version) continue
    db.transaction(() => {
      db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}
