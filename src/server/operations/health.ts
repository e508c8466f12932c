import type { Clock } from '../clock.ts'
import { describeFileError } from '../database/database-error.ts'
import { logError } from '../log.ts'

/** Result of the cheap public health check. */
export interface Health {
  /** True if writes reach the disk: the test write, and all submissions of the last minute. */
  write: boolean
  /** False if the files of the site were replaced since the server started; pages then fail to load some of them. */
  build?: false
  /** True if the mail server accepted the last message; undefined if e-mail is not configured. */
  mail?: boolean
}

interface Probes {
  /** Commits a write of one row; throws if it fails. */
  writeOneRow: () => void
  /** True if a write of a visitor failed recently. */
  writesFail: () => boolean
  buildIsWhole: () => boolean
  /** Undefined if e-mail is not configured. */
  mailWorks: (() => boolean) | undefined
}

/** How long a result is reused, in milliseconds, so that frequent requests cannot keep the disk busy. */
const REUSE_MS = 5000

export function createHealth(probes: Probes, clock: Clock): () => Health {
  let health: Health = { write: true }
  let checkedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (now - checkedAt >= REUSE_MS) {
      checkedAt = now
      health = probe(probes)
    }
    return { ...health, write: health.write && !probes.writesFail() }
  }
}

function probe({ writeOneRow, buildIsWhole, mailWorks }: Probes): Health {
  const build = buildIsWhole() ? {} : ({ build: false } as const)
  try {
    writeOneRow()
    return { write: true, ...build, ...(mailWorks && { mail: mailWorks() }) }
  } catch (error) {
    logError('health', error)
    return { write: false, ...build }
  }
}

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
    note,
    /** Forgets the failures, because a write has succeeded. */
    forget(): void {
      failedAt = Number.NEGATIVE_INFINITY
    },
    /** True if a write failed within the last minute and none has succeeded since. */
    lately: () => clock().getTime() - failedAt < REMEMBERED_MS,
  }
}
