import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import { logError } from '../log.ts'
import type { Store } from '../submissions/store.ts'
import { sendJson } from './form-endpoint.ts'

/** How long a finding is given again without a new write, in milliseconds. */
const CACHE_MS = 5000

/** Answers 200 while a write reaches the disk, 503 while it does not. */
export function createHealth(store: Store, clock: Clock) {
  let healthy = true
  let checkedAt = Number.NEGATIVE_INFINITY
  return (res: ServerResponse): void => {
    const now = clock().getTime()
    if (now - checkedAt >= CACHE_MS) {
      checkedAt = now
      try {
        store.probe()
        healthy = true
      } catch (error) {
        healthy = false
        logError('health', error)
      }
    }
    sendJson(res, healthy ? 200 : 503, { status: healthy ? 'ok' : 'error', write: healthy })
  }
}
