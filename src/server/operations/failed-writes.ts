import type { Clock } from '../clock.ts'
import type { Commit } from '../database/commit.ts'
import { describeFileError } from '../database/database-error.ts'

/** How long a failed write counts if no write succeeds after it, in milliseconds. */
const REMEMBERED_MS = 60_000

/**
 * Records failed writes of the database, because on a nearly full disk a small test write may succeed while
 * submissions fail.
 * @param databasePath file of the database
 */
export function createFailedWrites(databasePath: string, clock: Clock) {
  let failedAt = Number.NEGATIVE_INFINITY
  /** Records a failure of the database or its disk and returns true; returns false for a bug of the program. */
  const note = (error: unknown) => {
    const failed = describeFileError(error, databasePath) !== undefined
    if (failed) failedAt = clock().getTime()
    return failed
  }
  return {
    /** Wraps a commit function to record its failures; a successful commit clears them. */
    watch:
      (commit: Commit): Commit =>
      async (job) => {
        try {
          const stored = await commit(job)
          failedAt = Number.NEGATIVE_INFINITY
          return stored
        } catch (error) {
          note(error)
          throw error
        }
      },
    note,
    /** True if a write failed within the last minute and none has succeeded since. */
    lately: () => clock().getTime() - failedAt < REMEMBERED_MS,
  }
}
