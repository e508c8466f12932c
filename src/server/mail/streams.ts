import { before, type Clock, HOUR_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import type { MessageKind } from './kinds.ts'
import { MESSAGE } from './outbox.ts'

export const STREAM_NAMES = ['urgent', 'staff', 'statutory', 'persons', 'mailings'] as const
export type StreamName = (typeof STREAM_NAMES)[number]

/** Budget of a class of e-mails, as parts of MAIL_PER_HOUR. */
interface Stream {
  /** Part of MAIL_PER_HOUR that no other stream may use, even if unused. */
  reserved: number
  /** Maximum part of MAIL_PER_HOUR. */
  most: number
  /** Part of its messages reserved for networks not served within the hour; undefined if networks take no turns. */
  reservedForUnserved?: number
}

/**
 * Streams, none of which can starve another (docs/decisions/0026): a fifth of the hour is always free for urgent and
 * staff, statutory uses at most 60 %, mailings what the others leave.
 */
const STREAMS: Readonly<Record<StreamName, Stream>> = {
  /** Sign-in links of the desk: the owner is waiting for them. */
  urgent: { reserved: 0.05, most: 1 },
  /** Notices to MAIL_TO, and the owner's answers. */
  staff: { reserved: 0.15, most: 1 },
  /** Acknowledgements required by law. */
  statutory: { reserved: 0.1, most: 0.6, reservedForUnserved: 0.5 },
  /** Messages caused by the submissions of visitors. */
  persons: { reserved: 0.1, most: 1, reservedForUnserved: 0.25 },
  /** Letters to the lists. */
  mailings: { reserved: 0, most: 1 },
}

/** Number of messages of each stream sent within the hour. */
export type SentByStream = Readonly<Record<StreamName, number>>

/**
 * Returns the number of messages that a stream may send now.
 * @param perHour MAIL_PER_HOUR
 */
export function allowanceNow(stream: StreamName, perHour: number, sent: SentByStream): number {
  const others = STREAM_NAMES.filter((name) => name !== stream)
  const kept = others.reduce(
    (sum, name) => sum + Math.max(0, Math.round(perHour * STREAMS[name].reserved) - sent[name]),
    0,
  )
  const left = perHour - STREAM_NAMES.reduce((sum, name) => sum + sent[name], 0)
  return Math.max(0, Math.min(left - kept, mostOf(stream, perHour) - sent[stream]))
}

/** Returns the number of messages that a stream may send in an hour in which the others send none. */
export function allowancePerHour(stream: StreamName, perHour: number): number {
  return Math.max(1, allowanceNow(stream, perHour, { urgent: 0, staff: 0, statutory: 0, persons: 0, mailings: 0 }))
}

/** True if networks take turns in a stream. */
export function takesTurns(stream: StreamName): boolean {
  return STREAMS[stream].reservedForUnserved !== undefined
}

/** Returns the number of messages that a stream may send now to networks already served within the hour. */
export function allowanceForServed(stream: StreamName, perHour: number, sent: SentByStream): number {
  const { reservedForUnserved = 0 } = STREAMS[stream]
  const most = Math.max(1, Math.floor(allowancePerHour(stream, perHour) * (1 - reservedForUnserved)))
  return Math.min(allowanceNow(stream, perHour, sent), most - sent[stream])
}

/** At least one, even if MAIL_PER_HOUR is very small. */
function mostOf(stream: StreamName, perHour: number): number {
  return Math.max(1, Math.floor(perHour * STREAMS[stream].most))
}

/** Returns a function that counts the messages sent in the last sixty minutes by stream. */
export function createSentCount(db: Database, clock: Clock, kinds: readonly MessageKind[]): () => SentByStream {
  // Rows dated in the future were sent while the clock was ahead.
  const count = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE kind = ? AND sent_at > ? AND sent_at <= ? AND ${MESSAGE}`,
  )
  return () => {
    const now = clock()
    const [hour, present] = [before(now, HOUR_MS), now.toISOString()]
    const sent = { urgent: 0, staff: 0, statutory: 0, persons: 0, mailings: 0 }
    for (const { name, stream } of kinds) sent[stream] += count.get(name, hour, present) ?? 0
    return sent
  }
}
