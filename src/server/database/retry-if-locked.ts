import { setTimeout as sleep } from 'node:timers/promises'
import { isLocked } from './database-error.ts'

/** Pause before a write is tried once more, in milliseconds; other requests are served meanwhile. */
const RETRY_MS = 500

/** Runs a write, and once more after a pause if another process held the lock. */
export async function retryIfLocked<T>(write: () => T): Promise<T> {
  try {
    return write()
  } catch (error) {
    if (!isLocked(error)) throw error
    await sleep(RETRY_MS)
    return write()
  }
}
