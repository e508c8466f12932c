import { LRUCache } from 'lru-cache'
import { PRESENCE_MEMORY_S } from '../timings.ts'
import type { Clock } from './clock.ts'

/** How many sessions are on the home page now. Only a random identifier and a time are kept, in memory, for seconds. */
export interface Presence {
  /**
   * Records that a session is there.
   * @param session random identifier that the browser made
   * @returns how many sessions were seen in the last PRESENCE_MEMORY_S seconds
   */
  seen(session: string): number
}

/** Sessions remembered; beyond that, the one that was not seen for longest is forgotten. */
const SESSIONS_MAX = 20_000

export function createPresence(clock: Clock, max = SESSIONS_MAX): Presence {
  // `maxSize` grows with what is stored; `max` would reserve memory for all sessions at once.
  const lastSeen = new LRUCache<string, number>({ maxSize: max, sizeCalculation: () => 1 })
  return {
    seen(session) {
      const now = clock().getTime()
      lastSeen.set(session, now)
      // From the oldest on, so that expiry costs only what has expired.
      for (const oldest of lastSeen.rkeys()) {
        if (now - (lastSeen.peek(oldest) ?? 0) < PRESENCE_MEMORY_S * 1000) break
        lastSeen.delete(oldest)
      }
      return lastSeen.size
    },
  }
}
