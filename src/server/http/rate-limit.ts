import { type Clock, MINUTE_MS } from '../clock.ts'
import { networkOf } from '../networks.ts'

/** Maximum number of networks kept in memory by one limit; above it, the least recently seen one is dropped. */
const BUCKETS_MAX = 50_000

/** Token buckets, one for each network: a burst after a quiet time, then a steady rate. */
const RATES = {
  /**
   * Every on-demand request. The visitor counter calls every five seconds for each open browser, of which a school or
   * a stable may have many behind one address.
   */
  requests: { burst: 300, perMinute: 600 },
  /** Form submissions from one IPv6 /64, which is one household or company. */
  forms: { burst: 30, perMinute: 10 },
  /** Form submissions from one IPv4 address, which a whole mobile network may share. */
  formsOfIpv4: { burst: 120, perMinute: 60 },
  /** Requests for sign-in links of the desk. */
  signIn: { burst: 5, perMinute: 1 },
}

/**
 * Counts a request of an IP address towards a limit.
 * @returns 0, or the seconds to wait if the network of the address has used its share
 */
export type RateLimit = (limit: 'requests' | 'forms' | 'signIn', address: string) => number

/** Creates the limits of requests by network, in memory only. */
export function createRateLimit(clock: Clock): RateLimit {
  const limiter = ({ burst, perMinute }: { burst: number; perMinute: number }) => {
    const take = createBuckets(clock, (burst / perMinute) * MINUTE_MS)
    return (network: string) => Math.ceil(take(network, burst) / 1000)
  }
  const { requests, forms, formsOfIpv4, signIn } = RATES
  const limiters = { requests: limiter(requests), forms: limiter(forms), signIn: limiter(signIn) }
  const ofIpv4 = { ...limiters, forms: limiter(formsOfIpv4) }
  return (limit, address) => {
    const network = networkOf(address)
    return (network.includes('/') ? limiters : ofIpv4)[limit](network)
  }
}

/**
 * Creates one token bucket per recent subject, in memory only: about 180 bytes each, at most BUCKETS_MAX.
 * @param fullAfterMs time after which an unused bucket is full again and can be deleted
 * @returns a function that takes one token of a subject; it returns 0 or the milliseconds to wait
 */
export function createBuckets(clock: Clock, fullAfterMs: number) {
  /** The least recently used first. */
  const buckets = new Map<string, { tokens: number; at: number }>()

  function forgetFull(now: number): void {
    for (const [key, { at }] of buckets) {
      if (now - at < fullAfterMs && buckets.size <= BUCKETS_MAX) return
      buckets.delete(key)
    }
  }

  return (key: string, burst: number): number => {
    const now = clock().getTime()
    const { tokens: left, at } = buckets.get(key) ?? { tokens: burst, at: now }
    const msPerToken = fullAfterMs / burst
    // A clock that was set back removes no tokens.
    const tokens = Math.min(burst, left + Math.max(0, now - at) / msPerToken)
    const wait = Math.max(0, (1 - tokens) * msPerToken)
    // Deleted first, so that it becomes the last entry.
    buckets.delete(key)
    buckets.set(key, { tokens: wait > 0 ? tokens : tokens - 1, at: now })
    forgetFull(now)
    return wait
  }
}
