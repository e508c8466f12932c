import { isIPv6 } from 'node:net'
import type { Clock } from './clock.ts'

/** Decides who may send now. */
export interface Limiter {
  /** Takes one token of an address. Gives 0, or the seconds to wait when none is left. */
  take(address: string): number
}

export const BURST = 30
export const PER_MINUTE = 10

interface Rate {
  /** Tokens of an address that has been quiet. */
  burst: number
  perMinute: number
}

/** Addresses remembered at most; the one unseen for longest is forgotten first. */
const ADDRESSES_MAX = 50_000

/** A token bucket for each address: a burst, then a steady rate. Memory is bounded. */
export function createLimiter(
  clock: Clock,
  max = ADDRESSES_MAX,
  { burst, perMinute }: Rate = { burst: BURST, perMinute: PER_MINUTE },
): Limiter {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const msPerToken = 60_000 / perMinute
  return {
    take(address) {
      const key = network(address)
      const now = clock().getTime()
      const bucket = buckets.get(key) ?? { tokens: burst, at: now }
      const tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / msPerToken)
      buckets.delete(key)
      buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })
      if (buckets.size > max) buckets.delete(buckets.keys().next().value as string)
      return tokens < 1 ? Math.ceil(((1 - tokens) * msPerToken) / 1000) : 0
    },
  }
}

/** An IPv6 subscriber holds a whole /64; an IPv4 address is its own network. */
export function network(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail = ''] = mapped.split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = mapped.includes('::') ? (tail ? tail.split(':') : []) : []
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
