import { isIPv4, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** How many networks are remembered at most; the one that was quiet for longest is forgotten first. */
const NETWORKS_MAX = 50_000
const IPV6_LEVELS = [64, 56, 48] as const
const IPV6_GROUPS = 8
const BITS_PER_DIGIT = 4

/**
 * How much a network may cause in a period. An IPv4 address counts as one network, and so does an IPv6 /64, which one
 * line has; the wider /56 and /48 are what a customer of a provider or a hired server commands at most.
 */
export interface Share {
  perAddress: number
  per56: number
  per48: number
  periodMs: number
}

/**
 * Counts what networks cause. In memory only, because the privacy notice promises that no address is stored with a
 * submission; a restart begins anew.
 * @returns takes one of the share of an address; false when one of its networks has none left. An unknown address has
 * no limit.
 */
export function createShare(
  clock: Clock,
  { perAddress, per56, per48, periodMs }: Share,
): (address?: string) => boolean {
  // Its option `max` would take the memory for all of them at once.
  const left = new LRUCache<string, { count: number; at: number }>({
    maxSize: NETWORKS_MAX,
    sizeCalculation: () => 1,
  })
  const limits = [perAddress, per56, per48]
  return (address) => {
    const now = clock().getTime()
    const networks = networksOf(address ?? '').map((network, level) => {
      const limit = limits[level] as number
      const { count, at } = left.get(network) ?? { count: limit, at: now }
      // What was used comes back evenly over the period. A clock that was set back takes nothing away.
      return { network, count: Math.min(limit, count + (Math.max(0, now - at) / periodMs) * limit) }
    })
    const allowed = networks.every(({ count }) => count >= 1)
    for (const { network, count } of networks) left.set(network, { count: allowed ? count - 1 : count, at: now })
    return allowed
  }
}

/** The networks that an address lies in, the narrowest first; none for what is no address. */
export function networksOf(address: string): string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return [plain]
  if (!isIPv6(plain)) return []
  const digits = digitsOf(plain)
  return IPV6_LEVELS.map((bits) => `${digits.slice(0, bits / BITS_PER_DIGIT)}/${bits}`)
}

/** The 32 hexadecimal digits of an IPv6 address, without its zone. */
function digitsOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = Array(Math.max(0, IPV6_GROUPS - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0').toLowerCase()).join('')
}
