import Sqlite from 'better-sqlite3'
import type { Database } from './database.ts'
import { isLocked } from './database-error.ts'
import { ensurePrivateFile } from './private-file.ts'

/**
 * Marks the database as served by this process, so that a restore is refused (docs/decisions/0010). The mark is an
 * operating-system lock on `<path>.lock`, released by the returned function or when the process ends, even by a crash.
 */
export function lockForServing(path: string): () => void {
  if (path === ':memory:') return () => {}
  const lock = openLock(path)
  // An open read transaction holds a shared lock on the file.
  lock.exec('BEGIN')
  lock.prepare('SELECT count(*) FROM sqlite_master').get()
  return () => lock.close()
}

/** True while a process serves the database: then nobody else gets the exclusive lock. */
export function isServed(path: string): boolean {
  const lock = openLock(path)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return false
  } catch (error) {
    if (isLocked(error)) return true
    throw error
  } finally {
    lock.close()
  }
}

function openLock(path: string): Database {
  ensurePrivateFile(`${path}.lock`)
  return new Sqlite(`${path}.lock`, { timeout: 0 })
}
