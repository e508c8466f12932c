import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, HOUR_MS } from '../clock.ts'
import { turnNetworkOf } from '../networks.ts'

/** Networks remembered; beyond that, the one served longest ago is forgotten. Enough for sixteen hours. */
const NETWORKS_MAX = 5000
const KEY_BYTES = 32
/** Characters kept of a hash: 96 bits in base64url. */
const HASH_LENGTH = 16

/** A queued message, with the network that caused it. */
interface Waiting {
  network: string | null
  next_attempt_at: string
  id: number
}

/**
 * Lets networks take turns, so that a flood from a few delays only itself: the one served longest ago, or never,
 * goes first. Times are kept in memory; a queued message stores a hash of its network, keyed for this process only.
 */
export function createTurns(clock: Clock) {
  const key = randomBytes(KEY_BYTES)
  const served = new LRUCache<string, number>({ maxSize: NETWORKS_MAX, sizeCalculation: () => 1 })
  let list: string | undefined
  /** Milliseconds since 1970; 0 if never. Messages of unknown networks share one turn. */
  const servedAt = (network: string | null) => served.peek(network ?? '') ?? 0
  const byTurn = (a: Waiting, b: Waiting) =>
    servedAt(a.network) - servedAt(b.network) || a.next_attempt_at.localeCompare(b.next_attempt_at) || a.id - b.id

  return {
    /** Returns the hash of the network of an IP address, a /24 (IPv4) or /56 (IPv6); null if unknown. */
    networkOf(address: string | undefined): string | null {
      const network = turnNetworkOf(address ?? '')
      return network ? createHmac('sha256', key).update(network).digest('base64url').slice(0, HASH_LENGTH) : null
    },
    /** Returns the message whose turn it is. */
    next: <T extends Waiting>(waiting: readonly T[]) =>
      waiting.reduce<T | undefined>((first, one) => (first && byTurn(first, one) < 0 ? first : one), undefined),
    /** Hashes of the networks served, as a JSON array; '' stands for the unknown network. */
    served() {
      list ??= JSON.stringify([...served.keys()])
      return list
    },
    /** True for a network served within the hour; false for the unknown network. */
    wasServed: (network: string | null) =>
      network !== null && Math.abs(clock().getTime() - servedAt(network)) < HOUR_MS,
    /** Records that a network is served now. */
    serve(network: string | null): void {
      list = undefined
      served.set(network ?? '', clock().getTime())
    },
  }
}
