import type { Clock } from './clock.ts'
import { logError } from './log.ts'

/** What anyone may ask for often. */
export interface Health {
  /** Whether a write reaches the disk. */
  write: boolean
  /** Whether the mail server took what it was given last; undefined where no e-mail is sent. */
  mail?: boolean
}

/** How long a result is reused, in milliseconds, so that checks from outside cannot keep the disk busy. */
const REUSE_MS = 5000

/**
 * @param writeOneRow commits a write of one row; throws when the disk refuses it
 * @param mailWorks undefined where no e-mail is sent
 */
export function createHealth(
  writeOneRow: () => void,
  mailWorks: (() => boolean) | undefined,
  clock: Clock,
): () => Health {
  let health: Health = { write: true }
  let checkedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (now - checkedAt < REUSE_MS) return health
    checkedAt = now
    try {
      writeOneRow()
      health = { write: true, ...(mailWorks && { mail: mailWorks() }) }
    } catch (error) {
      health = { write: false }
      logError('health', error)
    }
    return health
  }
}
