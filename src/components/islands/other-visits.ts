import { COUNTER_REFRESH_MS } from '../../browser/timings.ts'
import { abortAfter } from './abort-after.ts'
import { isRefused, sessionId } from './session.ts'

/** Timeout of a request, in milliseconds; short, because the next one follows soon. */
const ANSWER_MS = 4000

let others = 0
const listeners = new Set<() => void>()

/** Returns the number of other visits, as last polled; 0 until it is known. */
export const otherVisits = (): number => others

/** Calls the listener after each answer; returns a function that stops it. */
export function onAnswer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Polls the number of other visits while the page is visible. Without React, which a lone visitor never needs. */
export function countVisits(): void {
  if (!canCount()) return
  let refresh: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const tell = (count: number) => {
    others = count
    for (const listener of listeners) listener()
  }
  const ask = async () => {
    const turn = ++asked
    clearTimeout(refresh)
    if (document.hidden) return
    if (isRefused(localStorage, Date.now())) return tell(0)
    refresh = setTimeout(ask, pick(COUNTER_REFRESH_MS))
    const answer = await requestOthers()
    // A response that arrives after the next request was sent is outdated.
    if (turn === asked) tell(answer)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}

/** Requests the number of visits and leaves out this one; 0 on failure, because an old number would be wrong. */
async function requestOthers(): Promise<number> {
  try {
    const session = sessionId(localStorage, Date.now(), () => crypto.randomUUID())
    const response = await fetch('/api/presence', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session }),
      signal: abortAfter(ANSWER_MS),
    })
    return response.ok ? Math.max(0, (await response.json()).count - 1) : 0
  } catch {
    return 0
  }
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T
}

/** False without TLS, because crypto.randomUUID is missing, and without storage; then the visit is not counted. */
function canCount(): boolean {
  try {
    return 'randomUUID' in crypto && localStorage !== null && sessionStorage !== null
  } catch {
    return false
  }
}
