import type { Clock } from '../clock.ts'
import type { Commit } from '../database/commit.ts'
import { describeFileError } from '../database/database-error.ts'

/** How long a failed write that no other one followed tells how visitors fare, in milliseconds. */
const REMEMBERED_MS = 60_000

/**
 * Writes that did not reach the disk: a small one may pass while those of visitors fail, on a disk that is nearly full.
 * @param databasePath the file that is written to
 */
export function createFailedWrites(databasePath: string, clock: Clock) {
  let failedAt = Number.NEGATIVE_INFINITY
  /** True for a failure of the database or its disk, which it notes; false for a mistake of the program. */
  const note = (error: unknown) => {
    const failed = describeFileError(error, databasePath) !== undefined
    if (failed) failedAt = clock().getTime()
    return failed
  }
  return {
    /** The same commit, its failures noted; what it stores after one tells that writes go again. */
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
    /** True where a write failed within the last minute and none has been stored since. */
    lately: () => clock().getTime() - failedAt < REMEMBERED_MS,
  }
}
