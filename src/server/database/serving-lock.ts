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

/** True while a process serves the database. */
export function isServed(path: string): boolean {
  const release = lockAlone(path)
  release?.()
  return release === undefined
}

/**
 * Takes the exclusive lock on `<path>.lock` until the process ends or calls the returned function. Returns undefined
 * while another process holds the lock.
 */
function lockAlone(path: string): (() => void) | undefined {
  const lock = openLock(path)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (isLocked(error)) return undefined
    throw error
  }
}

function openLock(path: string): Database {
  ensurePrivateFile(`${path}.lock`)
  return new Sqlite(`${path}.lock`, { timeout: 0 })
}
