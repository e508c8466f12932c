import { createHmac, timingSafeEqual } from 'node:crypto'
import { PRESENCE_MEMORY_S, SESSION_MAX_H } from '../browser/timings.ts'
import { type Clock, HOUR_MS } from './clock.ts'
import { networksOf } from './networks.ts'

/**
 * Maximum number of sessions counted per network: an IPv4 address or /64, a /56, a /48. Enough for a riding school
 * behind one address, too few to fake an impressive number.
 */
const SESSIONS_OF_NETWORK = [30, 40, 60] as const
/** Maximum number of sessions counted; above it, the least recently seen session is removed. */
const SESSIONS_MAX = 20_000
const DIGEST_LENGTH = 16

/**
 * Counts the sessions on the home page. Keeps for each an identifier, a time and digests of its networks, in memory
 * and for seconds only.
 * @param key random bytes of this process; signs the identifiers and hashes the networks
 */
export function createPresence(clock: Clock, key: Buffer, max = SESSIONS_MAX) {
  const signed = createSessionSigner(clock, key)
  const digest = (network: string) =>
    createHmac('sha256', key).update(`network ${network}`).digest('base64url').slice(0, DIGEST_LENGTH)
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
     * @param given identifier that the browser made, or that an earlier call returned
     * @param address IP address of the visitor
     * @returns number of sessions seen in the last PRESENCE_MEMORY_S seconds, and the identifier to use from now on
     */
    seen(given: string, address: string) {
      const now = clock().getTime()
      const session = signed(given)
      const networks = networksOf(address).map(digest)
      // Removed and added again, so that it is the last entry of the map.
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

/** Parts of a signed identifier: hour of creation, individual part (two groups), signature (two groups). */
const PARTS = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f]{3})-([\da-f]{12})$/
const OWN_LENGTH = 7

/**
 * Returns a function that returns the identifier under which a visit is counted: the given one if the server signed it
 * within the last SESSION_MAX_H hours, otherwise one derived from it, the same within an hour. It is a UUID of version
 * 8 (RFC 9562 §5.8): 32 bits of the hour since 1970, 28 individual bits, 60 bits of an HMAC over both.
 * @param key of this process; after a restart every visit gets a new identifier
 */
function createSessionSigner(clock: Clock, key: Buffer): (session: string) => string {
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('hex')

  function sign(hour: number, own: string): string {
    const born = hour.toString(16).padStart(8, '0')
    const mac = hmac(`signature ${born} ${own}`)
    return `${born}-${own.slice(0, 4)}-8${own.slice(4)}-8${mac.slice(0, 3)}-${mac.slice(3, 15)}`
  }

  return (session) => {
    const hour = Math.floor(clock().getTime() / HOUR_MS)
    const [, born = '', own = '', rest = ''] = PARTS.exec(session) ?? []
    const age = hour - Number.parseInt(born, 16)
    const isYoung = age >= 0 && age < SESSION_MAX_H
    if (isYoung && timingSafeEqual(Buffer.from(sign(hour - age, own + rest)), Buffer.from(session))) return session
    return sign(hour, hmac(`proposal ${session}`).slice(0, OWN_LENGTH))
  }
}
