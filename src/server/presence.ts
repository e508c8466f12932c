import { LRUCache } from 'lru-cache'
import { PRESENCE_MEMORY_S } from '../timings.ts'
import type { Clock } from './clock.ts'

/** Who is on the home page now. Nothing but a random identifier and a time, in memory, for some seconds. */
export interface Presence {
  /** Notes a sign of a session. Gives how many sessions have given one lately. */
  seen(session: string): number
}

/** Sessions remembered at most; the one unseen for longest is forgotten first. */
const SESSIONS_MAX = 20_000

/** Counts sessions; those unseen for longest are looked at first, so that forgetting is cheap. */
export function createPresence(clock: Clock, max = SESSIONS_MAX): Presence {
  const lastSeen = new LRUCache<string, number>({ max })
  return {
    seen(session) {
      const now = clock().getTime()
      lastSeen.set(session, now)
      for (const oldest of lastSeen.rkeys()) {
        if (now - (lastSeen.peek(oldest) ?? 0) < PRESENCE_MEMORY_S * 1000) break
        lastSeen.delete(oldest)
      }
      return lastSeen.size
    },
  }
}
