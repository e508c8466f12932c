import { log } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { Status } from './diagnosis.ts'

const INTERVAL_MS = 5 * 60_000
/** Timeout of a request to the monitoring service, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Calls a monitoring service (`HEARTBEAT_URL`) every five minutes while nothing requires action by a person; the
 * service alerts when no call arrives. Otherwise calls `<url>/fail`, which such services report at once
 * (https://healthchecks.io/docs/signaling_failures/); others respond with 404 and then alert because the call is
 * missing. An unreachable service has no effect on the site. The URL is a secret and is not logged.
 * @param readStatus a thrown error counts as a failure
 * @returns a function that stops the calls
 */
export function startHeartbeat(url: string, readStatus: () => Status, intervalMs = INTERVAL_MS): () => void {
  return repeat(async () => {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(isWell(readStatus) ? url : failureOf(url), { signal })
      await response.body?.cancel()
      if (!response.ok) log(`heartbeat: call failed (${response.status})`)
    } catch (error) {
      log(`heartbeat: call failed (${(error as Error).name})`)
    }
    return intervalMs
  })
}

function isWell(readStatus: () => Status): boolean {
  try {
    return readStatus() !== 'fail'
  } catch {
    return false
  }
}

function failureOf(url: string): string {
  const failure = new URL(url)
  failure.pathname = `${failure.pathname.replace(/\/$/, '')}/fail`
  return failure.href
}
