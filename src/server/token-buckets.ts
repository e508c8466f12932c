import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

/** Maximum number of networks or mailboxes kept in memory; above it, the least recently seen one is dropped. */
const BUCKETS_MAX = 50_000

/**
 * Creates one token bucket per recent subject, in memory only: about 180 bytes each, at most BUCKETS_MAX.
 * @param fullAfterMs time after which an unused bucket is full again and can be deleted
 * @returns a function that takes one token of each subject, or none if any of them is empty; it returns 0 or the
 * milliseconds to wait
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
  return (subjects: readonly { key: string; burst: number }[]): number => {
    const now = clock().getTime()
    const filled = subjects.map(({ key, burst }) => {
      const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now }
      const msPerToken = fullAfterMs / burst
      // A clock that was set back removes no tokens.
      return { key, msPerToken, tokens: Math.min(burst, tokens + Math.max(0, now - at) / msPerToken) }
    })
    const wait = Math.max(0, ...filled.map(({ tokens, msPerToken }) => (1 - tokens) * msPerToken))
    for (const { key, tokens } of filled) buckets.set(key, { tokens: wait > 0 ? tokens : tokens - 1, at: now })
    forgetFull(now)
    return wait
  }
}
