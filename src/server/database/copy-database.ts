import Sqlite from 'better-sqlite3'
import { type Database, readFrom } from './database.ts'
import { createPrivateFile, flushFile } from './private-file.ts'

/**
 * Copies a database that no process writes to, with what is still in its write-ahead log. The copy is one private file,
 * and on the disk when this returns. Throws EEXIST when the target exists.
 */
export function copyDatabase(source: string, target: string): void {
  readFrom(source, (db) => {
    createPrivateFile(target)
    db.prepare('VACUUM INTO ?').run(target)
  })
  flushFile(target)
}

/**
 * Takes a copy out of WAL mode. In WAL mode SQLite creates two files beside the database even to read it, so the copy
 * could not be opened in a folder without write permission.
 * @param complete writes to the copy what only it is to have
 */
export function leaveWalMode(path: string, complete: (copy: Database) => void): void {
  const db = new Sqlite(path, { fileMustExist: true })
  try {
    complete(db)
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}
