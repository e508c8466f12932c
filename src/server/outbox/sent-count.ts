import { type Clock, HOUR_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { MESSAGE } from './conditions.ts'
import type { MessageKind } from './kinds.ts'
import type { SentByStream } from './streams.ts'

/** Returns a function that counts the messages sent in the last sixty minutes by stream. */
export function createSentCount(db: Database, clock: Clock, kinds: readonly MessageKind[]): () => SentByStream {
  // Rows dated in the future were sent while the clock was ahead.
  const count = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE kind = ? AND sent_at > ? AND sent_at <= ? AND ${MESSAGE}`,
  )
  return () => {
    const now = clock().getTime()
    const [hour, present] = [now - HOUR_MS, now].map((at) => new Date(at).toISOString())
    const sent = { urgent: 0, house: 0, statutory: 0, persons: 0, mailings: 0 }
    for (const { name, stream } of kinds) sent[stream] += count.get(name, hour, present) ?? 0
    return sent
  }
}
