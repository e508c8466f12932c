import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { DatabaseError, damaged, describeFileError, sqliteCode } from './database-error.ts'
import { latestVersion, migrate, readVersion } from './migrate.ts'
import { ensurePrivateFile } from './private-file.ts'

export { DatabaseError } from './database-error.ts'
export type Database = Sqlite.Database

/** How long a statement of a command waits for another process that holds the lock, in milliseconds. */
const COMMAND_WAIT_MS = 2000

/**
 * Opens a database and migrates it to this program's version; an older file is copied first. Creates a missing file,
 * readable only by its owner. Throws DatabaseError for a damaged or newer database, and changes neither.
 * @param path a file, or ':memory:'
 */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') ensurePrivateFile(path)
  return open(path, (db) => {
    assertUndamaged(db, path)
    migrate(db, path)
  })
}

/**
 * Opens a database for the operator's commands, without creating or migrating it. Throws DatabaseError if the file is
 * missing, damaged or of another version, and the system's error if this account may not access its folder.
 */
export function openExisting(path: string): Database {
  if (!statSync(path, { throwIfNoEntry: false }))
    throw new DatabaseError(`${path} n’existe pas : démarrez Hera une fois, ou vérifiez DATABASE_PATH.`)
  return open(path, (db) => {
    const version = readVersion(db, path)
    if (version !== latestVersion())
      throw new DatabaseError(
        `${path} est à la version ${version}, ce programme à la version ${latestVersion()} : redémarrez le serveur, qui met la base à jour.`,
      )
  })
}

/** Opens a file; closes it again if `examine` throws. */
function open(path: string, examine: (db: Database) => void): Database {
  const db = new Sqlite(path)
  try {
    setPragmas(db, path)
    examine(db)
    return db
  } catch (error) {
    db.close()
    throw toDatabaseError(error, path)
  }
}

/** Throws DatabaseError if pages are damaged; faster than the check of a copy, which compares indexes too. */
function assertUndamaged(db: Database, path: string): void {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DatabaseError(damaged(path))
}

/** Opens a database file of any version, reads from it and closes it; no other process may write to it. */
export function readFrom<T>(path: string, read: (db: Database) => T): T {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Opens a private copy of a database of any version as it is, without migrating it. */
export function openCopy(path: string): Database {
  return new Sqlite(path, { fileMustExist: true })
}

/** Prepares a query that returns only its first column, such as a count or a reference. */
export function pluck<Value>(db: Database, sql: string) {
  return db.prepare<unknown[], Value>(sql).pluck()
}

/**
 * Checkpoints and truncates the write-ahead log. Until then the log and the pages that it replaces still contain
 * deleted rows (RGPD art. 17), for months on a quiet site. Does nothing while another process reads.
 */
export function emptyLog(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/** SQLite codes of a file that is unusable until the operator repairs it. */
const UNUSABLE = /^SQLITE_(NOTADB|CORRUPT|CANTOPEN|READONLY)/

/** Returns a DatabaseError for a file that SQLite cannot use; any other error unchanged. */
export function toDatabaseError(error: unknown, path: string): unknown {
  return UNUSABLE.test(sqliteCode(error)) ? new DatabaseError(describeFileError(error, path)) : error
}

function setPragmas(db: Database, path: string): void {
  db.pragma(`busy_timeout = ${COMMAND_WAIT_MS}`)
  // With a write-ahead log, the operator's commands can read while the server writes.
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  // A commit is on the disk before it is acknowledged; by default, WAL flushes the log only at a checkpoint.
  db.pragma('synchronous = FULL')
  // Checkpoint every 4,000 pages (16 MB), not 1,000: pages changed by many commits are written back once.
  db.pragma('wal_autocheckpoint = 4000')
  // Page cache of 2 MB, not 16: the system caches the file anyway, and a letter to a long list would fill it.
  db.pragma('cache_size = -2000')
  // Deletes rows with the lead that they refer to, and protects privacy notices that rows refer to.
  db.pragma('foreign_keys = ON')
  // Deleted content is overwritten with zeros, so that erased people cannot be read from the file (RGPD art. 17).
  db.pragma('secure_delete = ON')
  const durable = path === ':memory:' || (mode === 'wal' && db.pragma('synchronous', { simple: true }) === 2)
  if (!durable) throw new DatabaseError(`${path} : le journal WAL avec synchronous=FULL n’a pas pu être activé.`)
}
