import { type Clock, steadyClock } from '../clock.ts'
import { type Database, DatabaseError } from '../database/database.ts'
import { describeFileError } from '../database/database-error.ts'
import { writeFact } from '../database/small-facts.ts'
import { logError } from '../log.ts'
import { readState, type State } from './state/read-state.ts'

/** How long a health is reused, in milliseconds, so that frequent requests cannot keep the disk busy. */
const REUSE_MS = 5000
/** How long a failed write counts if no write succeeds after it, in milliseconds. */
const REMEMBERED_MS = 60_000

interface Watched {
  db: Database
  databasePath: string
  clock: Clock
  sendsEmail: boolean
  readsMail: boolean
  /** True once the database file was replaced. */
  isReplaced?: () => boolean
}

/**
 * Watches a running server: whether what it commits is kept, and the state of each part of the installation.
 * @param steady measures the times above
 */
export function createWatch(watched: Watched, steady: Clock = steadyClock) {
  const { db, databasePath, clock, isReplaced = () => false } = watched
  let failedAt = Number.NEGATIVE_INFINITY
  let checkedAt = Number.NEGATIVE_INFINITY
  let isWritten = true

  /** Throws DatabaseError once the database file was replaced, because a commit would be lost. */
  function assertInPlace(): void {
    if (isReplaced()) throw new DatabaseError(`${databasePath} a été remplacée.`)
  }

  /** Commits a write of one row; throws if that fails. */
  function writeOneRow(): void {
    assertInPlace()
    writeFact(db, 'health', clock().toISOString())
  }

  /** True if a write of a visitor failed lately: on a nearly full disk the small test write may succeed nevertheless. */
  const writesFail = () => steady().getTime() - failedAt < REMEMBERED_MS

  function check(): boolean {
    try {
      writeOneRow()
      return true
    } catch (error) {
      logError('health', error)
      return false
    }
  }

  return {
    assertInPlace,
    /** Records an error of the database or its disk and returns true; returns false for a bug of the program. */
    failed(error: unknown): boolean {
      const isOfDisk = describeFileError(error, databasePath) !== undefined
      if (isOfDisk) failedAt = steady().getTime()
      return isOfDisk
    },
    /** Records a write of a visitor that succeeded, which ends the failure. */
    succeeded(): void {
      failedAt = Number.NEGATIVE_INFINITY
    },
    /** Returns whether writes reach the disk: the test write, and all submissions of the last minute. */
    isWell(): boolean {
      const now = steady().getTime()
      if (now - checkedAt >= REUSE_MS) {
        checkedAt = now
        isWritten = check()
      }
      return isWritten && !writesFail()
    },
    /** Returns the state of each part of the installation, after a test write. */
    state: (): State =>
      readState({
        ...watched,
        db() {
          writeOneRow()
          return db
        },
        writesFail: writesFail(),
        now: clock(),
      }),
  }
}
