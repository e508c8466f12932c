import Sqlite from 'better-sqlite3'
import { type Database, readFrom } from './database.ts'
import { createPrivateFile, flushFile } from './private-file.ts'

/**
 * Copies a database that no process writes to, including its write-ahead log, to one private file, and flushes it to
 * disk. Throws EEXIST if the target exists.
 */
export function copyDatabase(source: string, target: string): void {
  readFrom(source, (db) => {
    createPrivateFile(target)
    db.prepare('VACUUM INTO ?').run(target)
  })
  flushFile(target)
}

/**
 * Takes a copy out of WAL mode, because SQLite creates two files beside a WAL database even to read it, so the copy
 * could not be opened in a folder without write permission.
 * @param complete writes rows that only the copy gets
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
