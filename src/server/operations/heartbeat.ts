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
  let reached = true

  async function beat(): Promise<number> {
    try {
      const response = await fetch(isWell() ? url : failureOf(url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
      await response.body?.cancel()
      note(response.ok, String(response.status))
    } catch (error) {
      note(false, (error as Error).name)
    }
    return intervalMs
  }

  function isWell(): boolean {
    try {
      return readStatus() !== 'fail'
    } catch {
      return false
    }
  }

  /** Logs one line when the service becomes unreachable, and one when it responds again. */
  function note(ok: boolean, said: string): void {
    if (ok !== reached) log(ok ? 'heartbeat: the service responds again' : `heartbeat: call failed (${said})`)
    reached = ok
  }

  return repeat(beat)
}

function failureOf(url: string): string {
  const failure = new URL(url)
  failure.pathname = `${failure.pathname.replace(/\/$/, '')}/fail`
  return failure.href
}
