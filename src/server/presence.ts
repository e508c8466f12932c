import { createHmac, randomBytes } from 'node:crypto'
import { PRESENCE_MEMORY_S } from '../browser/timings.ts'
import type { Clock } from './clock.ts'
import { networksOf } from './networks.ts'

/**
 * Maximum number of sessions counted per network: an IPv4 address or /64, a /56, a /48. Enough for a riding school
 * behind one address, too few to fake an impressive number.
 */
const SESSIONS_OF_NETWORK = [30, 40, 60] as const
/** Maximum number of sessions counted; above it, the least recently seen session is removed. */
const SESSIONS_MAX = 20_000
const KEY_BYTES = 32
const DIGEST_LENGTH = 16

/**
 * Counts the sessions on the home page. Keeps for each an identifier, a time and digests of its networks, in memory
 * and for seconds only.
 */
export function createPresence(clock: Clock, max = SESSIONS_MAX) {
  const key = randomBytes(KEY_BYTES)
  const digest = (network: string) =>
    createHmac('sha256', key).update(network).digest('base64url').slice(0, DIGEST_LENGTH)
  /** By identifier, the least recently seen first. */
  const present = new Map<string, { at: number; networks: readonly string[] }>()
  const ofNetwork = new Map<string, number>()

  function add(session: string, at: number, networks: readonly string[]): void {
    present.set(session, { at, networks })
    for (const network of networks) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
  }

  function remove(session: string): void {
    for (const network of present.get(session)?.networks ?? []) {
      const left = (ofNetwork.get(network) ?? 1) - 1
      if (left > 0) ofNetwork.set(network, left)
      else ofNetwork.delete(network)
    }
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
     * Records a session, unless one of its networks has reached its maximum.
     * @param session random identifier that the browser made
     * @param address IP address of the visitor
     * @returns number of sessions seen in the last PRESENCE_MEMORY_S seconds
     */
    seen(session: string, address: string): number {
      const now = clock().getTime()
      const networks = networksOf(address).map(digest)
      // Removed and added again, so that it is the last entry of the map.
      remove(session)
      makeRoom(now)
      const mayCount = networks.every(
        (network, level) => (ofNetwork.get(network) ?? 0) < (SESSIONS_OF_NETWORK[level] ?? 0),
      )
      if (mayCount) add(session, now, networks)
      return present.size
    },
  }
}
