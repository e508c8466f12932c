import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Counts several messages that went as one once. */
const MESSAGE = '(sent_with IS NULL OR sent_with = id)'

/**
 * Makes what counts the messages of the last sixty minutes. Counting tens of thousands before each message would take
 * longer than sending it, so the count moves with the clock: what went since is added, what has left the hour is taken
 * away. Once a minute all of them are counted, because rows are erased too.
 */
export function createSentCount(db: Database, clock: Clock): () => number {
  const count = db
    .prepare<[string, string], number>(`SELECT count(*) FROM outbox WHERE sent_at >= ? AND sent_at < ? AND ${MESSAGE}`)
    .pluck()
  const between = (from: number, to: number) => count.get(new Date(from).toISOString(), new Date(to).toISOString()) ?? 0
  let allCountedAt = Number.NEGATIVE_INFINITY
  /** The count of the hour that ended before this moment, itself left out. */
  let until = 0
  let counted = 0

  return () => {
    const now = clock().getTime()
    // The hour begins after the millisecond that is sixty minutes ago.
    const since = (end: number) => end - HOUR_MS + 1
    // A clock that was set back counts anew too.
    if (now < until || now - allCountedAt >= MINUTE_MS) {
      counted = between(since(now), now)
      allCountedAt = now
    } else counted += between(until, now) - between(since(until), since(now))
    until = now
    // What is dated later was sent while the clock was ahead.
    return counted + between(now, now + 1)
  }
}
