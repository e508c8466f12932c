import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Counts several messages that went as one once. */
const MESSAGE = '(sent_with IS NULL OR sent_with = id)'

/**
 * Makes what counts the messages of the last sixty minutes. Counting tens of thousands before each message would take
 * longer than sending it, so all of them are counted once a minute, and in between those that went since are added: what
 * has left the hour meanwhile counts up to a minute longer.
 */
export function createSentCount(db: Database, clock: Clock): () => number {
  const count = db
    .prepare<[string, string], number>(`SELECT count(*) FROM outbox WHERE sent_at >= ? AND sent_at < ? AND ${MESSAGE}`)
    .pluck()
  const between = (from: number, to: number) => count.get(new Date(from).toISOString(), new Date(to).toISOString()) ?? 0
  let countedAt = Number.NEGATIVE_INFINITY
  let counted = 0

  return () => {
    const now = clock().getTime()
    // A clock that was set back counts anew too.
    if (now < countedAt || now - countedAt >= MINUTE_MS) {
      counted = between(now - HOUR_MS, now)
      countedAt = now
    }
    // What is dated after this millisecond was sent while the clock was ahead.
    return counted + between(countedAt, now + 1)
  }
}
