import { log } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { Status } from './diagnosis.ts'

const INTERVAL_MS = 5 * 60_000
/** How long the service may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Tells a monitoring service every five minutes that nothing needs a person; its silence is what the service warns of
 * (`HEARTBEAT_URL`). Where something does, `<url>/fail` is fetched instead, which such a service warns of at once
 * (https://healthchecks.io/docs/signaling_failures/); another service answers 404 and hears nothing, which it warns of too.
 * A service that cannot be reached changes nothing here. Its address is a secret and is not logged.
 * @param readStatus may throw, which counts as a failure
 * @returns the function that stops it
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

  /** One line when the service is lost, and one when it is back. */
  function note(ok: boolean, said: string): void {
    if (ok !== reached) log(ok ? 'heartbeat: the service answers again' : `heartbeat: not heard (${said})`)
    reached = ok
  }

  return repeat(beat)
}

function failureOf(url: string): string {
  const failure = new URL(url)
  failure.pathname = `${failure.pathname.replace(/\/$/, '')}/fail`
  return failure.href
}
