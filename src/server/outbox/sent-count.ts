import { type Clock, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { MESSAGE } from './conditions.ts'
import type { MessageKind } from './kinds.ts'
import type { SentByStream } from './streams.ts'

/**
 * Makes what counts the messages of the last sixty minutes by stream. Counting tens of thousands before each message would
 * take longer than sending it, so the count moves with the clock: what went since is added, what has left the hour is taken
 * away. Once a minute all of them are counted, because rows are erased too.
 */
export function createSentCount(db: Database, clock: Clock, kinds: readonly MessageKind[]): () => SentByStream {
  const count = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE kind = ? AND sent_at >= ? AND sent_at < ? AND ${MESSAGE}`,
  )
  const between = (kind: string, from: number, to: number) =>
    count.get(kind, new Date(from).toISOString(), new Date(to).toISOString()) ?? 0
  let allCountedAt = Number.NEGATIVE_INFINITY
  /** The counts of the hour that ended before this moment, itself left out. */
  let until = 0
  const counted = new Map<string, number>()

  return () => {
    const now = clock().getTime()
    // The hour begins after the millisecond that is sixty minutes ago.
    const since = (end: number) => end - HOUR_MS + 1
    // A clock that was set back counts anew too.
    const anew = now < until || now - allCountedAt >= MINUTE_MS
    const sent = { urgent: 0, house: 0, statutory: 0, persons: 0, mailings: 0 }
    for (const { name, stream } of kinds) {
      const before = counted.get(name) ?? 0
      const present = anew
        ? between(name, since(now), now)
        : before + between(name, until, now) - between(name, since(until), since(now))
      counted.set(name, present)
      // What is dated later was sent while the clock was ahead.
      sent[stream] += present + between(name, now, now + 1)
    }
    if (anew) allCountedAt = now
    until = now
    return sent
  }
}
