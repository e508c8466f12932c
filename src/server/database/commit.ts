import { open } from 'node:fs/promises'
import { type Database, emptyLog } from './database.ts'
import { retryIfLocked } from './retry-if-locked.ts'

/** Runs a write of one transaction; resolves with its result once that is on the disk. */
export type Commit = <T>(write: () => T) => Promise<T>

/**
 * Returns a Commit during whose flush other requests are served. Commits that end meanwhile share the next flush. A
 * locked database is tried once more. Rejects if the write or the flush fails.
 * @param flush writes what was committed to the disk
 */
export function createCommit(db: Database, flush: (log: string) => Promise<void> = flushFile): Commit {
  let running = Promise.resolve()
  let next: Promise<void> | undefined

  /** Resolves after a flush that starts now, or after the running one, which may lack the last commits. */
  function flushed(): Promise<void> {
    if (!next) {
      next = running.then(flushLog)
      running = next.catch(() => {})
    }
    return next
  }

  async function flushLog(): Promise<void> {
    next = undefined
    try {
      await flush(`${db.name}-wal`)
    } catch (error) {
      // The system tells once what it could not write; the next flush would succeed without it. So it is written again.
      emptyLog(db)
      throw error
    }
  }

  return async (write) => {
    const result = await retryIfLocked(() => withoutFlush(db, write))
    if (!db.memory) await flushed()
    return result
  }
}

/** Runs a write whose commit SQLite does not flush; other writes are flushed as ever, and this one with them. */
function withoutFlush<T>(db: Database, write: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return write()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}

/** Opens the log anew, which is safe because SQLite holds its locks on the files beside it. */
async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}
