import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { DatabaseError, damaged, describeFileError } from './database-error.ts'
import { latestVersion, migrate, readVersion } from './migrate.ts'
import { ensurePrivateFile } from './private-file.ts'
import { sqliteCode } from './sqlite-error.ts'

export { DatabaseError } from './database-error.ts'
export type Database = Sqlite.Database

/** How long a statement waits for another process that holds the lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 2000

/**
 * Opens a database and migrates it to this program's version, after a copy of the old file. A file that does not exist
 * is created, readable by its owner alone. Throws DatabaseError for a damaged file and for the database of a newer
 * program; neither is changed.
 * @param path a file, or ':memory:'
 * @param check throws what else keeps the database from being used
 */
export function openDatabase(path: string, check: (db: Database) => void = () => {}): Database {
  if (path !== ':memory:') ensurePrivateFile(path)
  return open(path, (db) => {
    assertUndamaged(db, path)
    migrate(db, path)
    check(db)
  })
}

/**
 * Opens a database for the operator's commands, which neither create nor migrate it. Throws DatabaseError when the file
 * does not exist, is damaged or has another version than this program, and the system's error where this account may not
 * look.
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

/** Opens a file that then passes an examination; one that does not is closed again. */
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

/** Throws DatabaseError for a database whose pages are damaged; faster than `findDamage`, which says where. */
export function assertUndamaged(db: Database, path: string): void {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DatabaseError(damaged(path))
}

/** Opens the file of a database, of whatever version, to read it while no other process writes to it. */
export function openForReading(path: string): Database {
  return new Sqlite(path, { readonly: true, fileMustExist: true })
}

/** Reads from such a file, and closes it. */
export function readFrom<T>(path: string, read: (db: Database) => T): T {
  const db = openForReading(path)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Codes of a file that SQLite cannot use before somebody mends it. */
const UNUSABLE = /^SQLITE_(NOTADB|CORRUPT|CANTOPEN|READONLY)/

/** The DatabaseError for a file that SQLite cannot use; any other error as it is. */
export function toDatabaseError(error: unknown, path: string): unknown {
  return UNUSABLE.test(sqliteCode(error)) ? new DatabaseError(describeFileError(error, path)) : error
}

function setPragmas(db: Database, path: string): void {
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // With a write-ahead log, the operator's commands can read while the server writes.
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  // A commit is on the disk before it is acknowledged; by default, WAL flushes the log only at a checkpoint.
  db.pragma('synchronous = FULL')
  // The log is written back into the file every 4,000 pages (16 MB) instead of 1,000: pages that many commits change are
  // then written back once.
  db.pragma('wal_autocheckpoint = 4000')
  // Pages that SQLite keeps in memory: 2 MB instead of 16, because the system keeps the file in its own cache anyway, and a
  // letter to a long list would fill all of it.
  db.pragma('cache_size = -2000')
  // A privacy notice that a row refers to cannot be deleted.
  db.pragma('foreign_keys = ON')
  // Deleted content is overwritten with zeros, so that erased people cannot be read from the file (RGPD art. 17).
  db.pragma('secure_delete = ON')
  const durable = path === ':memory:' || (mode === 'wal' && db.pragma('synchronous', { simple: true }) === 2)
  if (!durable) throw new DatabaseError(`${path} : le journal WAL avec synchronous=FULL n’a pas pu être activé.`)
}
