import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** Decides who may send now. */
export interface Limiter {
  /** Takes one token of a subject. Gives 0, or the seconds to wait when none is left. */
  take(subject: string): number
}

export const BURST = 30
export const PER_MINUTE = 10
/**
 * Submissions with one e-mail address, from anywhere. Generous, since whoever knows an address could use up its share;
 * how many e-mails it may be sent in a day is the outbox's own limit.
 */
export const EMAIL_RATE: Rate = { burst: 100, perMinute: 20 }

interface Rate {
  /** Tokens of an address that has been quiet. */
  burst: number
  perMinute: number
}

/** Addresses remembered at most; the one unseen for longest is forgotten first. */
const ADDRESSES_MAX = 50_000

/**
 * A token bucket for each subject: a burst, then a steady rate. Memory is bounded: about 180 bytes a subject.
 * @param key what counts as one subject; the network of an address by default
 */
export function createLimiter(
  clock: Clock,
  max = ADDRESSES_MAX,
  { burst, perMinute }: Rate = { burst: BURST, perMinute: PER_MINUTE },
  key = network,
): Limiter {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max })
  const msPerToken = 60_000 / perMinute
  return {
    take(subject) {
      const id = key(subject)
      const now = clock().getTime()
      const bucket = buckets.get(id) ?? { tokens: burst, at: now }
      const tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / msPerToken)
      buckets.set(id, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })
      return tokens < 1 ? Math.ceil(((1 - tokens) * msPerToken) / 1000) : 0
    },
  }
}

/** One mailbox, however it is written; a digest, so that no list of addresses lies in memory. */
export function mailbox(email: string): string {
  return hash('sha256', email.toLowerCase(), 'base64url').slice(0, 16)
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
