import { LRUCache } from 'lru-cache'
import { type Clock, MINUTE_MS } from '../clock.ts'
import { networksOf } from '../networks.ts'

/** Maximum number of networks or mailboxes kept in memory; above it, the least recently seen one is dropped. */
const BUCKETS_MAX = 50_000

/** A token bucket: a burst after a quiet time, then a steady rate. */
interface Rate {
  burst: number
  perMinute: number
}

/** Form submissions from one IPv6 /64, which is one household or company. */
const FORMS: Rate = { burst: 30, perMinute: 10 }
/** Form submissions from one IPv4 address, which a whole mobile network may share. */
const FORMS_IPV4: Rate = { burst: 120, perMinute: 60 }
/**
 * Calls of the visitor counter from one network: one every five seconds for each open browser, of which a school
 * or a stable may have many behind one address.
 */
const PRESENCE: Rate = { burst: 300, perMinute: 600 }
/** All other on-demand requests from one network, such as links in e-mails and pages added later. */
const PAGES: Rate = { burst: 120, perMinute: 120 }

/** Requests for sign-in links of the desk from one network. */
const SIGN_IN: Rate = { burst: 5, perMinute: 1 }

/** Rate limiter with one token bucket per subject. */
export interface RateLimiter {
  /** Takes one token of a subject. Returns 0, or the seconds to wait if none is left. */
  take(subject: string): number
}

/** Every rate limit of the server. */
export function createRateLimits(clock: Clock) {
  return {
    /** By IP address of the visitor. */
    forms: createFormsLimiter(clock),
    presence: createRateLimiter(clock, PRESENCE, networkOf),
    pages: createRateLimiter(clock, PAGES, networkOf),
    /** Sign-in links of the desk, by IP address of the visitor. */
    signIn: createRateLimiter(clock, SIGN_IN, networkOf),
  }
}

function createFormsLimiter(clock: Clock): RateLimiter {
  const ipv4 = createRateLimiter(clock, FORMS_IPV4, networkOf)
  const ipv6 = createRateLimiter(clock, FORMS, networkOf)
  return { take: (address) => (networkOf(address).includes('/') ? ipv6 : ipv4).take(address) }
}

/** @param keyOf returns the key of the bucket for a subject */
function createRateLimiter(clock: Clock, { burst, perMinute }: Rate, keyOf: (subject: string) => string): RateLimiter {
  const take = createBuckets(clock, (burst / perMinute) * MINUTE_MS)
  return { take: (subject) => Math.ceil(take(keyOf(subject), burst) / 1000) }
}

/** Returns an IPv4 address itself, or the /64 of an IPv6 address, which one subscriber holds. */
export function networkOf(address: string): string {
  return networksOf(address)[0] ?? address
}

/**
 * Creates one token bucket per recent subject, in memory only: about 180 bytes each, at most BUCKETS_MAX.
 * @param fullAfterMs time after which an unused bucket is full again and can be deleted
 * @returns a function that takes one token of a subject; it returns 0 or the milliseconds to wait
 */
export function createBuckets(clock: Clock, fullAfterMs: number) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({
    maxSize: BUCKETS_MAX,
    sizeCalculation: () => 1,
  })
  function forgetFull(now: number): void {
    for (const key of buckets.rkeys()) {
      if (now - (buckets.peek(key)?.at ?? now) < fullAfterMs) return
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
    buckets.set(key, { tokens: wait > 0 ? tokens : tokens - 1, at: now })
    forgetFull(now)
    return wait
  }
}
