import { before, type Clock, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import type { MessageKind } from './kinds.ts'
import { MESSAGE, PENDING } from './outbox.ts'
import { allowanceNow, allowancePerHour, createSentCount, STREAM_NAMES, type StreamName } from './streams.ts'

/** Wait from which a queued message is late, in milliseconds (decisions «E-mail», «Sign-ups and e-mail»). */
export const LATE_MS = 30 * MINUTE_MS

/** Messages of one stream that wait for its hourly budget. The mailings stream is never reported. */
export interface Backlog {
  stream: StreamName
  /** Label of each kind in the stream, its number of queued messages, and when the oldest of them was queued. */
  kinds: { label: string; count: number; since: string }[]
  /** When the oldest of all was queued, UTC ISO text. */
  since: string
  /** Estimated time at which the last of them will be sent. */
  until: Date
}

/** SQL condition: queued, not claimed, and its next attempt is due. */
const DUE = `${PENDING} AND claimed_at IS NULL AND next_attempt_at <= @now`

export type Queue = ReturnType<typeof createQueue>

/** Reports the length of the queue and estimates waiting times. @param perHour MAIL_PER_HOUR */
export function createQueue(db: Database, clock: Clock, perHour: number, kinds: readonly MessageKind[]) {
  const sentLately = createSentCount(db, clock, kinds)
  const waiting = db.prepare<[{ kind: string; now: string }], { count: number; since: string }>(
    `SELECT count(*) AS count, min(created_at) AS since FROM outbox WHERE kind = @kind AND ${DUE} HAVING count(*) > 0`,
  )
  // Runs on every sign-up, so it stops counting at two hours' worth: a flood can leave thousands.
  const countFirst = pluck<number>(
    db,
    `SELECT count(*) FROM (SELECT 1 FROM outbox WHERE kind IN (SELECT value FROM json_each(@kinds)) AND ${DUE}
       LIMIT ${2 * perHour})`,
  )
  const sentAt = pluck<string>(
    db,
    `SELECT sent_at FROM outbox WHERE kind IN (SELECT value FROM json_each(@kinds)) AND sent_at > @hour
       AND sent_at <= @now AND ${MESSAGE} ORDER BY sent_at DESC LIMIT 1 OFFSET @newer`,
  )

  /**
   * Estimates when the message at a position of the queue (1 is the next one) will be sent: now if there is room,
   * otherwise an hour after the message that is as many positions before it as may be sent in an hour. Position 0 is
   * the last sent message. Assumes that the other streams use each following hour in the same way as the last one.
   */
  function estimateSendTime(stream: StreamName, place: number): Date {
    const now = clock()
    const present = now.toISOString()
    const sent = sentLately()
    const free = allowanceNow(stream, perHour, sent)
    if (place <= free) return now
    const own = sent[stream]
    const most = allowancePerHour(stream, perHour)
    const step = own === 0 ? most : Math.min(most, own + free)
    const turns = Math.ceil((place - free) / step)
    const first = place - turns * step
    const names = kinds.filter((kind) => own === 0 || kind.stream === stream).map(({ name }) => name)
    const of = { kinds: JSON.stringify(names), hour: before(now, HOUR_MS), now: present, newer: -first }
    const went = first > 0 ? present : (sentAt.get(of) ?? present)
    return new Date(Date.parse(went) + turns * HOUR_MS)
  }

  return {
    /** Streams with more due messages than may be sent now. */
    backlogs(): Backlog[] {
      const now = clock().toISOString()
      return STREAM_NAMES.filter((stream) => stream !== 'mailings').flatMap((stream) => {
        const queued = kinds.flatMap(({ name: kind, label, stream: own }) => {
          const found = own === stream ? waiting.get({ kind, now }) : undefined
          return found ? [{ label, ...found }] : []
        })
        const count = queued.reduce((sum, each) => sum + each.count, 0)
        const [since] = queued.map((each) => each.since).sort()
        if (since === undefined || allowanceNow(stream, perHour, sentLately()) >= count) return []
        return [{ stream, kinds: queued, since, until: estimateSendTime(stream, count) }]
      })
    },
    /** Estimated wait of one more message of a kind, in milliseconds. Above one hour, a lower bound. */
    waitOf(name: string) {
      const stream = kinds.find((kind) => kind.name === name)?.stream
      if (!stream) return 0
      const names = kinds.filter((kind) => kind.stream === stream).map((kind) => kind.name)
      const earlier = countFirst.get({ kinds: JSON.stringify(names), now: clock().toISOString() }) ?? 0
      return estimateSendTime(stream, earlier + 1).getTime() - clock().getTime()
    },
    /** Estimated time at which the last of `count` mailings will be sent, UTC ISO text. */
    lastMailingAt: (count: number) => estimateSendTime('mailings', count).toISOString(),
  }
}
