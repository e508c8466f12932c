import { createHmac } from 'node:crypto'
import { PRESENCE_MEMORY_S } from '../browser/timings.ts'
import type { Clock } from './clock.ts'
import { networksOf } from './networks.ts'
import { createSessionSigner } from './signed-session.ts'

/**
 * Sessions of one network that count at once: an IPv4 address or /64, a /56, a /48. Enough for a riding school behind
 * one address, too few to make up a number that impresses.
 */
const SESSIONS_OF_NETWORK = [30, 40, 60] as const
/** Sessions counted at most; beyond that, the one that was not seen for longest is forgotten. */
const SESSIONS_MAX = 20_000
const DIGEST_LENGTH = 16

/**
 * How many sessions are on the home page now. In memory and for seconds only: an identifier, a time, and digests of the
 * networks that it came from.
 * @param key random bytes of this process alone; signs the identifiers and makes the digests of networks
 */
export function createPresence(clock: Clock, key: Buffer, max = SESSIONS_MAX) {
  const signed = createSessionSigner(clock, key)
  const digest = (network: string) =>
    createHmac('sha256', key).update(`network ${network}`).digest('base64url').slice(0, DIGEST_LENGTH)
  /** By identifier, the one that was not seen for longest first. */
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

  /** Removes what has expired, and the oldest where there would be too many with one more. */
  function makeRoom(now: number): void {
    for (const [session, { at }] of present) {
      if (now - at < PRESENCE_MEMORY_S * 1000 && present.size < max) return
      remove(session)
    }
  }

  return {
    /**
     * Records that a session is there, unless one of its networks has as many as it may.
     * @param given identifier that the browser made, or that it got here before
     * @param address IP address of the visitor
     * @returns how many sessions were seen in the last PRESENCE_MEMORY_S seconds, and the identifier that the browser uses
     * from now on
     */
    seen(given: string, address: string) {
      const now = clock().getTime()
      const session = signed(given)
      const networks = networksOf(address).map(digest)
      // Taken out and put back, so that it is the last one of the map.
      remove(session)
      makeRoom(now)
      const mayCount = networks.every(
        (network, level) => (ofNetwork.get(network) ?? 0) < (SESSIONS_OF_NETWORK[level] ?? 0),
      )
      if (mayCount) add(session, now, networks)
      return { count: present.size, session }
    },
  }
}
