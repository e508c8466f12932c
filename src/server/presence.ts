import { createHmac, randomBytes } from 'node:crypto'
import { PRESENCE_MEMORY_S } from '../browser/timings.ts'
import type { Clock } from './clock.ts'
import { networkOf } from './networks.ts'

/**
 * Maximum number of sessions counted per network, an IPv4 address or IPv6 /48. Enough for a riding school behind one
 * address, too few to fake an impressive number.
 */
const SESSIONS_OF_NETWORK = 30
/** Maximum number of sessions counted; above it, the least recently seen session is removed. */
const SESSIONS_MAX = 20_000
const KEY_BYTES = 32

/**
 * Counts the sessions on the home page. Keeps for each an identifier, a time and a digest of its network, in memory
 * and for seconds only.
 */
export function createPresence(clock: Clock, max = SESSIONS_MAX) {
  const key = randomBytes(KEY_BYTES)
  /** By identifier, the least recently seen first. */
  const present = new Map<string, { at: number; network: string }>()
  const ofNetwork = new Map<string, number>()

  function remove(session: string): void {
    const seen = present.get(session)
    if (!seen) return
    const left = (ofNetwork.get(seen.network) ?? 1) - 1
    if (left > 0) ofNetwork.set(seen.network, left)
    else ofNetwork.delete(seen.network)
    present.delete(session)
  }

  /** Removes expired sessions, and the oldest ones if there is no room for one more. */
  function makeRoom(now: number): void {
    for (const [session, { at }] of present) {
      if (now - at < PRESENCE_MEMORY_S * 1000 && present.size < max) return
      remove(session)
    }
  }

  return {
    /**
     * Records a session, unless its network has reached its maximum.
     * @param session random identifier that the browser made
     * @param address IP address of the visitor
     * @returns number of sessions seen in the last PRESENCE_MEMORY_S seconds
     */
    seen(session: string, address: string): number {
      const now = clock().getTime()
      const network = createHmac('sha256', key).update(networkOf(address, 48)).digest('base64url')
      // Removed and added again, so that it is the last entry of the map.
      remove(session)
      makeRoom(now)
      const counted = ofNetwork.get(network) ?? 0
      if (counted >= SESSIONS_OF_NETWORK) return present.size
      present.set(session, { at: now, network })
      ofNetwork.set(network, counted + 1)
      return present.size
    },
  }
}
