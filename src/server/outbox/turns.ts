import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, HOUR_MS } from '../clock.ts'
import { turnNetworkOf } from '../networks.ts'

/** How many networks are remembered at most; the one that was served longest ago is forgotten first. Those of sixteen hours. */
const NETWORKS_MAX = 5000
const KEY_BYTES = 32
/** Characters of a hash that are kept: 96 bits in base64url. */
const HASH_LENGTH = 16

/** Something that waits, and the network that caused it. */
interface Waiting {
  network: string | null
  next_attempt_at: string
  id: number
}

/**
 * Networks take turns, so that a flood from a few delays itself: who was served longest ago, or never, goes first. What is
 * remembered lies in memory; a message keeps a hash of its network while it waits, and the key to it ends with the process.
 */
export function createTurns(clock: Clock) {
  const key = randomBytes(KEY_BYTES)
  const served = new LRUCache<string, number>({ maxSize: NETWORKS_MAX, sizeCalculation: () => 1 })
  let list: string | undefined
  /** What is of no known network takes turns as one. */
  const at = (network: string | null) => served.peek(network ?? '') ?? Number.NEGATIVE_INFINITY

  function isBefore(a: Waiting, b: Waiting): boolean {
    const [servedA, servedB] = [at(a.network), at(b.network)]
    if (servedA !== servedB) return servedA < servedB
    return a.next_attempt_at === b.next_attempt_at ? a.id < b.id : a.next_attempt_at < b.next_attempt_at
  }

  return {
    /** What a message keeps of the network of an address, a /24 (IPv4) or /56 (IPv6); null where it is not known. */
    networkOf(address: string | undefined): string | null {
      const network = turnNetworkOf(address ?? '')
      return network ? createHmac('sha256', key).update(network).digest('base64url').slice(0, HASH_LENGTH) : null
    },
    /** The one whose turn it is. */
    next: <T extends Waiting>(waiting: readonly T[]) =>
      waiting.reduce<T | undefined>((first, one) => (first && !isBefore(one, first) ? first : one), undefined),
    /** Those that were served, as a list in JSON; '' stands for what is of no known network. */
    served() {
      list ??= JSON.stringify([...served.keys()])
      return list
    },
    /** True for a network that was served within the hour; what is of no known network never was. */
    wasServed: (network: string | null) => network !== null && Math.abs(clock().getTime() - at(network)) < HOUR_MS,
    /** Notes that a network is served now. */
    serve(network: string | null): void {
      list = undefined
      served.set(network ?? '', clock().getTime())
    },
  }
}
