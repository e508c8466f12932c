import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { networksOf } from '../networks.ts'

/** How many networks are remembered at most; the one that was quiet for longest is forgotten first. */
const NETWORKS_MAX = 50_000

/** How much a network may cause in a period, by its width. */
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
