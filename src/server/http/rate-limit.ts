import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, MINUTE_MS } from '../clock.ts'
import { networksOf } from '../networks.ts'

/** A token bucket: a burst after a quiet time, then a steady rate. */
interface Rate {
  burst: number
  perMinute: number
}

/** Submissions of forms from one IPv6 /64, which is one household or firm. */
const FORMS: Rate = { burst: 30, perMinute: 10 }
/** The same from one IPv4 address, behind which a whole mobile network may stand. */
const FORMS_IPV4: Rate = { burst: 120, perMinute: 60 }
/**
 * Calls of the visitor counter from one network. A school or a stable behind one address makes one every five seconds for
 * each open browser.
 */
const PRESENCE: Rate = { burst: 300, perMinute: 600 }
/** All other on-demand requests from one network: links of e-mails, pages that somebody adds. */
const PAGES: Rate = { burst: 120, perMinute: 120 }
/** Submissions that name one e-mail address, from anywhere: as many as one network may send, which meets its own limit first. */
const MAILBOX = FORMS_IPV4

/** Links to the desk asked for from one network, and sent to one address of the house. */
const SIGN_IN: Rate = { burst: 5, perMinute: 1 }
const SIGN_IN_MAILBOX: Rate = { burst: 5, perMinute: 0.2 }

/** Networks or mailboxes remembered; beyond that, the one that was not seen for longest is forgotten. */
const SUBJECTS_MAX = 50_000

/** Limits the rate of something by subject. */
export interface RateLimiter {
  /** Takes one token of a subject. Returns 0, or the seconds to wait when none is left. */
  take(subject: string): number
}

/** Every rate limit of the server. */
export function createRateLimits(clock: Clock) {
  return {
    /** By IP address of the visitor. */
    forms: createFormsLimiter(clock),
    presence: createRateLimiter(clock, PRESENCE, networkOf),
    pages: createRateLimiter(clock, PAGES, networkOf),
    /** By e-mail address. */
    mailbox: createRateLimiter(clock, MAILBOX, mailboxDigest),
    /** Links to the desk, by IP address of the visitor and by address of the house. */
    signIn: createRateLimiter(clock, SIGN_IN, networkOf),
    signInMailbox: createRateLimiter(clock, SIGN_IN_MAILBOX, mailboxDigest),
    /** The same, by browser that was signed in once. */
    signInDevice: createRateLimiter(clock, SIGN_IN_MAILBOX, (device) => device),
  }
}

function createFormsLimiter(clock: Clock): RateLimiter {
  const ipv4 = createRateLimiter(clock, FORMS_IPV4, networkOf)
  const ipv6 = createRateLimiter(clock, FORMS, networkOf)
  return { take: (address) => (networkOf(address).includes('/') ? ipv6 : ipv4).take(address) }
}

/** @param keyOf what counts as one subject */
export function createRateLimiter(
  clock: Clock,
  { burst, perMinute }: Rate,
  keyOf: (subject: string) => string,
  max?: number,
): RateLimiter {
  const take = createBuckets(clock, (burst / perMinute) * MINUTE_MS, max)
  return { take: (subject) => Math.ceil(take([{ key: keyOf(subject), burst }]) / 1000) }
}

/**
 * A token bucket for each subject that has taken lately, in memory only. It is bounded: about 180 bytes a subject.
 * @param fullAfterMs a bucket that nobody has taken from for so long is full again, as one is that is not there
 * @returns takes a token of each of some subjects, or none where one of them has none left: gives 0, or the milliseconds to
 * wait
 */
export function createBuckets(clock: Clock, fullAfterMs: number, max = SUBJECTS_MAX) {
  // `maxSize` grows with what is stored; `max` would reserve memory for all subjects at once.
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ maxSize: max, sizeCalculation: () => 1 })
  function forgetFull(now: number): void {
    for (const key of buckets.rkeys()) {
      if (now - (buckets.peek(key)?.at ?? now) < fullAfterMs) return
      buckets.delete(key)
    }
  }
  return (subjects: readonly { key: string; burst: number }[]): number => {
    const now = clock().getTime()
    const filled = subjects.map(({ key, burst }) => {
      const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now }
      const msPerToken = fullAfterMs / burst
      // A clock that was set back takes nothing away.
      return { key, msPerToken, tokens: Math.min(burst, tokens + Math.max(0, now - at) / msPerToken) }
    })
    const wait = Math.max(0, ...filled.map(({ tokens, msPerToken }) => (1 - tokens) * msPerToken))
    for (const { key, tokens } of filled) buckets.set(key, { tokens: wait > 0 ? tokens : tokens - 1, at: now })
    forgetFull(now)
    return wait
  }
}

/** A digest of an e-mail address in lower case, so that no list of addresses is kept in memory. */
function mailboxDigest(email: string): string {
  return hash('sha256', email.toLowerCase(), 'base64url').slice(0, 16)
}

/** The network of an IP address: an IPv4 address is its own, an IPv6 subscriber holds a whole /64. */
export function networkOf(address: string): string {
  return networksOf(address)[0] ?? address
}
