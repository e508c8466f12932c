import { log } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { Status } from './state/diagnosis.ts'

const INTERVAL_MS = 5 * 60_000
/** Timeout of a request to the monitoring service, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Calls a monitoring service (`HEARTBEAT_URL`) every five minutes while nothing requires action by a person; the
 * service alerts when no call arrives, so also when the machine is down (docs/decisions/0024). An unreachable service
 * has no effect on the site. The URL is a secret and is not logged.
 * @param readStatus a thrown error counts as a failure
 * @returns a function that stops the calls
 */
export function startHeartbeat(url: string, readStatus: () => Status, intervalMs = INTERVAL_MS): () => void {
  return repeat(async () => {
    try {
      if (readStatus() === 'fail') return intervalMs
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      await response.body?.cancel()
      if (!response.ok) log(`heartbeat: call failed (${response.status})`)
    } catch (error) {
      log(`heartbeat: call failed (${(error as Error).name})`)
    }
    return intervalMs
  })
}
