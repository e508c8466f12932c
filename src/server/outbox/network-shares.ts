import type { Clock } from '../clock.ts'
import { createBuckets } from '../http/rate-limit.ts'
import { networksOf } from '../networks.ts'

/** How much a network may cause in a period, by its width. */
export interface Share {
  perAddress: number
  per56: number
  per48: number
  periodMs: number
}

/**
 * Counts what networks cause; what was used comes back evenly over the period. In memory only, because the privacy notice
 * promises that no address is stored with a submission; a restart begins anew.
 * @returns takes one of the share of an address; false when one of its networks has none left. An unknown address has
 * no limit.
 */
export function createShare(clock: Clock, { perAddress, per56, per48, periodMs }: Share) {
  const take = createBuckets(clock, periodMs)
  const limits = [perAddress, per56, per48]
  return (address?: string): boolean =>
    take(networksOf(address ?? '').map((key, level) => ({ key, burst: limits[level] as number }))) === 0
}
