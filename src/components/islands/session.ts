import { trackers } from '../../browser/storage.ts'
import { REFUSAL_MONTHS, SESSION_IDLE_MIN, SESSION_MAX_H } from '../../browser/timings.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
interface Session {
  id: string
  /** Milliseconds since 1970. */
  start: number
  last: number
}

const SESSION = trackers.session.key
const REFUSAL = trackers.refusal.key
const IDLE_MS = SESSION_IDLE_MIN * 60_000
const MAX_MS = SESSION_MAX_H * 3_600_000

/** Returns the random id of this visit and records the activity; creates a new id after IDLE_MS or MAX_MS. */
export function sessionId(store: Store, now: number, newId: () => string): string {
  const known = read(store.getItem(SESSION))
  const goesOn = known && now >= known.last && now - known.last < IDLE_MS && now - known.start < MAX_MS
  const session = goesOn ? { ...known, last: now } : { id: newId(), start: now, last: now }
  store.setItem(SESSION, JSON.stringify(session))
  return session.id
}

/** True while the visitor refuses to be counted; deletes an expired refusal. */
export function isRefused(store: Store, now: number): boolean {
  const since = store.getItem(REFUSAL)
  if (since === null) return false
  const end = new Date(since)
  end.setMonth(end.getMonth() + REFUSAL_MONTHS)
  if (now < end.getTime()) return true
  store.removeItem(REFUSAL)
  return false
}

/** Stores or withdraws a refusal; storing it deletes the id of the visit. */
export function setRefusal(store: Store, now: number, refused: boolean): void {
  if (refused) {
    store.removeItem(SESSION)
    store.setItem(REFUSAL, new Date(now).toISOString())
  } else store.removeItem(REFUSAL)
}

function read(text: string | null): Session | undefined {
  try {
    const { id, start, last } = JSON.parse(text ?? '{}')
    return typeof id === 'string' && Number.isFinite(start) && Number.isFinite(last) ? { id, start, last } : undefined
  } catch {
    return undefined
  }
}
