import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DatabaseError } from './database-error.ts'
import { migrate, VERSION } from './migrate.ts'

export { DatabaseError } from './database-error.ts'
export type Database = Sqlite.Database

/** How long a statement waits for another process that holds the lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 2000

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
    throw asDatabaseError(error, path)
  }
}

function asDatabaseError(error: unknown, path: string): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(error.code))
    return new DatabaseError(`${path} est endommagé (${error.message}). Restaurez une sauvegarde.`)
  if (error.code.startsWith('SQLITE_CANTOPEN')) return new DatabaseError(`${path} ne peut pas être ouvert.`)
  return error
}

/**
 * Opens a database that is there and of this program's version, without changing it; for the operator's commands.
 * Throws DatabaseError with a sentence that says how to mend it.
 */
export function openExisting(path: string): Database {
  if (!existsSync(path))
    throw new DatabaseError(`${path} n’existe pas : démarrez Hera une fois, ou vérifiez DATABASE_PATH.`)
  const db = new Sqlite(path)
  try {
    setPragmas(db, path)
    const version = db.pragma('user_version', { simple: true }) as number
    if (version === VERSION) return db
    throw new DatabaseError(
      `${path} est à la version ${version}, ce programme à la version ${VERSION} : ${version < VERSION ? 'redémarrez le serveur, qui met la base à jour' : 'mettez Hera à jour'}.`,
    )
  } catch (error) {
    db.close()
    throw asDatabaseError(error, path)
  }
}

/**
 * Reads a file as a database of Hera without touching it: undamaged and of a version that this program knows.
 * Throws DatabaseError otherwise.
 */
export function checkDatabase(path: string): void {
  let db: Database | undefined
  try {
    db = new Sqlite(path, { readonly: true, fileMustExist: true })
    const version = db.pragma('user_version', { simple: true }) as number
    const result = db.pragma('integrity_check(1)', { simple: true })
    if (result !== 'ok') throw new DatabaseError(`${path} est endommagé (${result}).`)
    if (version < 1 || version > VERSION)
      throw new DatabaseError(`${path} n’est pas une base de cette version de Hera ou d’une version plus ancienne.`)
  } catch (error) {
    throw asDatabaseError(error, path)
  } finally {
    db?.close()
  }
}

/**
 * Makes a copy of a database one file that any folder can be read from: as it is, it would want a journal beside it even
 * to be read.
 */
export function sealCopy(path: string): void {
  const db = new Sqlite(path, { fileMustExist: true })
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** Writes a whole copy of a database, its journal included, readable by its owner alone; the copy is on the disk. */
export function copyDatabase(source: string, target: string): void {
  const db = new Sqlite(source, { readonly: true, fileMustExist: true })
  try {
    createEmptyPrivately(target)
    db.prepare('VACUUM INTO ?').run(target)
  } finally {
    db.close()
  }
  fsyncFile(target)
}

/**
 * Says to other processes that this one serves the database, until the returned function is called or the process
 * ends in whatever way: the lock is the system's, on a file beside the database.
 */
export function holdServing(path: string): () => void {
  if (path === ':memory:') return () => {}
  const lock = openLock(path)
  lock.exec('BEGIN')
  lock.prepare('SELECT count(*) FROM sqlite_master').get()
  return () => lock.close()
}

/** True while a process serves the database. */
export function isServed(path: string): boolean {
  const lock = openLock(path)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return false
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    lock.close()
  }
}

/** Waits until a file is on the disk. */
export function fsyncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function openLock(path: string): Database {
  createPrivately(`${path}.lock`)
  return new Sqlite(`${path}.lock`, { timeout: 0 })
}

/** True when a row was refused because its value in a unique column is taken. */
export function isConflict(error: unknown, column: string): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    error.code === 'SQLITE_CONSTRAINT_UNIQUE' &&
    error.message.endsWith(`.${column}`)
  )
}

/** True when a row was refused because it refers to a row that is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

function createPrivately(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  createEmptyPrivately(path)
}

/** Creates a file that only its owner can read, before anything is written to it. Throws when there is one. */
export function createEmptyPrivately(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

function configure(db: Database, path: string): void {
  setPragmas(db, path)
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
    throw new DatabaseError(`${path} est endommagé. Restaurez une sauvegarde.`)
}

function setPragmas(db: Database, path: string): void {
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // Readers (the operator's commands) do not wait for the writer.
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  // A commit is on the disk before it is acknowledged; WAL alone would keep it in memory until a checkpoint.
  db.pragma('synchronous = FULL')
  // Pages that many commits touch are written back once: 16 MB of journal at most, in place of 4.
  db.pragma('wal_autocheckpoint = 4000')
  // A wording that a row refers to cannot be deleted.
  db.pragma('foreign_keys = ON')
  // What is erased is overwritten, not only unlinked.
  db.pragma('secure_delete = ON')
  const durable = path === ':memory:' || (mode === 'wal' && db.pragma('synchronous', { simple: true }) === 2)
  if (!durable) throw new DatabaseError(`${path} : le journal WAL avec synchronous=FULL n’a pas pu être activé.`)
}
