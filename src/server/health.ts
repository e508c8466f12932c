import type { Clock } from './clock.ts'
import { logError } from './log.ts'

/** Tells whether a write reaches the disk. */
export type Health = () => boolean

/** How long a result is reused, in milliseconds, so that checks from outside cannot keep the disk busy. */
const REUSE_MS = 5000

/** @param writeOneRow commits a write of one row; throws when the disk refuses it */
export function createHealth(writeOneRow: () => void, clock: Clock): Health {
  let healthy = true
  let checkedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (now - checkedAt < REUSE_MS) return healthy
    checkedAt = now
    try {
      writeOneRow()
      healthy = true
    } catch (error) {
      healthy = false
      logError('health', error)
    }
    return healthy
  }
}
