import type { Clock } from '../clock.ts'
import { createBuckets } from '../http/rate-limit.ts'
import { networksOf } from '../networks.ts'

/** Number of events that a network may cause in a period, by width of the network. */
export interface Share {
  perAddress: number
  per56: number
  per48: number
  periodMs: number
}

/**
 * Limits the events caused by a network; used shares refill evenly over the period. In memory only, because the
 * privacy notice promises that no IP address is stored with a submission; a restart resets the counts.
 * @returns a function that uses one event of an address; false if one of its networks has none left. An unknown
 * address has no limit.
 */
export function createShare(clock: Clock, { perAddress, per56, per48, periodMs }: Share) {
  const take = createBuckets(clock, periodMs)
  const limits = [perAddress, per56, per48]
  return (address?: string): boolean =>
    take(networksOf(address ?? '').map((key, level) => ({ key, burst: limits[level] as number }))) === 0
}
