import { KINDS, type Kind } from '../../model/email-kinds.ts'
import { before, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type MailConfig, recipientsOf } from '../config.ts'
import { type Database, pluck } from '../database/database.ts'
import { type Dispatch, type Message, PENDING } from './message.ts'

/** Part of the hour that only mail to and from the house may use. */
const OF_THE_HOUSE = 1 / 5
/** Notices in an hour that are sent alone, and how often the further ones leave together, in milliseconds. */
const NOTICES_ALONE = 20
const COLLECTION_MS = 15 * MINUTE_MS
/** Messages of a kind with `isSpaced` to one mailbox in an hour. */
const MAILBOX_PER_HOUR = 10

// Every time is bounded on both sides: a row dated while the clock was ahead neither waits for years nor uses up an hour
// for years. Retries wait less than a day.
const DUE = `${PENDING} AND claimed_at IS NULL AND next_attempt_at NOT BETWEEN @soon AND @tomorrow`

interface DueMessage {
  id: number
  form: string
  next_attempt_at: string
}

export type Order = ReturnType<typeof createOrder>

/**
 * Claims what is sent next, within MAIL_PER_HOUR messages in any sixty minutes, which are counted in the database so
 * that a restart changes nothing. A fifth of them is always left for the house.
 */
export function createOrder(db: Database, clock: Clock, mail: Pick<MailConfig, 'to' | 'toByForm' | 'perHour'>) {
  const places = [...Map.groupBy<number, Kind>(KINDS, ({ place }) => place)].sort(([a], [b]) => a - b)
  const namesOf = (kinds: readonly Kind[]) => JSON.stringify(kinds.map(({ name }) => name))
  const [allNames, houseNames] = [namesOf(KINDS), namesOf(KINDS.filter((kind: Kind) => kind.isHouse))]
  // What left together counts once.
  const sent = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE kind IN (SELECT value FROM json_each(@names)) AND sent_at > @hour
       AND sent_at <= @now AND (sent_with IS NULL OR sent_with = id)`,
  )
  // One kind at a time, so that the index gives the order: thousands may be due.
  const due = `SELECT id, form, next_attempt_at FROM outbox WHERE kind = @kind AND ${DUE}`
  const inOrder = 'ORDER BY next_attempt_at, id LIMIT 1'
  const oldest = db.prepare<unknown[], DueMessage>(`${due} ${inOrder}`)
  const allDue = db.prepare<unknown[], DueMessage>(`${due} ORDER BY id`)
  // The full mailboxes are read once, not for each of the thousands that may be due to one of them.
  const oldestSpaced = db.prepare<unknown[], DueMessage>(
    `${due} AND mailbox NOT IN (SELECT mailbox FROM outbox WHERE kind = @kind AND sent_at > @hour AND sent_at <= @now
       GROUP BY mailbox HAVING count(*) >= ${MAILBOX_PER_HOUR}) ${inOrder}`,
  )
  const sentAlone = pluck<number>(
    db,
    'SELECT count(*) FROM outbox WHERE kind = @kind AND sent_at > @hour AND sent_at <= @now AND sent_with IS NULL',
  )
  const lastCollection = pluck<string | null>(
    db,
    'SELECT max(sent_at) FROM outbox WHERE kind = @kind AND sent_with = id AND sent_at <= @now',
  )

  const claimed = db.prepare<[{ now: string; ids: string }], Message>(
    `UPDATE outbox SET claimed_at = @now, attempts = attempts + 1 WHERE id IN (SELECT value FROM json_each(@ids))
     RETURNING *, coalesce(reference, about) AS reference`,
  )

  function moment() {
    const now = clock()
    const ago = (ms: number) => before(now, ms)
    const ahead = { soon: ago(-1), tomorrow: ago(-DAY_MS) }
    return { now: now.toISOString(), ...ahead, hour: ago(HOUR_MS), collection: ago(COLLECTION_MS) }
  }
  type Moment = ReturnType<typeof moment>

  /** Returns how many more messages may leave now, for the house and for everybody else. */
  function room(at: Moment) {
    const count = (names: string) => Number(sent.get({ ...at, names }))
    const left = mail.perHour - count(allNames)
    const kept = Math.max(0, Math.floor(mail.perHour * OF_THE_HOUSE) - count(houseNames))
    return { house: left, others: left - kept }
  }

  /** Returns the first message of a kind, if one may leave, and how to find those that leave with it. */
  function next({ name: kind, isSpaced, isCollected }: Kind, at: Moment) {
    const of = { ...at, kind }
    const due = (isSpaced ? oldestSpaced : oldest).get(of)
    const isAlone = !isCollected || Number(sentAlone.get(of)) < NOTICES_ALONE
    if (!due || isAlone) return due && { due, together: false, ids: () => [due.id] }
    if ((lastCollection.get(of) ?? '') > at.collection) return undefined
    return { due, together: true, ids: () => sameReaders(of, due.form) }
  }

  function sameReaders(of: Moment & { kind: string }, form: string): number[] {
    const readers = recipientsOf(mail, form).join()
    const same = allDue.all(of).filter((due) => recipientsOf(mail, due.form).join() === readers)
    return same.map(({ id }) => id)
  }

  return {
    /** Claims the messages of the next e-mail; undefined if nothing may be sent now, which takes no write lock. */
    claim(): Dispatch | undefined {
      const at = moment()
      const { house, others } = room(at)
      for (const [, kinds] of places) {
        const [found] = kinds
          .filter(({ isHouse }) => (isHouse ? house : others) > 0)
          .flatMap((kind) => next(kind, at) ?? [])
          .sort((a, b) => a.due.next_attempt_at.localeCompare(b.due.next_attempt_at) || a.due.id - b.due.id)
        if (!found) continue
        const messages = claimed.all({ now: at.now, ids: JSON.stringify(found.ids()) })
        const [first, ...more] = messages.sort((a, b) => a.id - b.id)
        return first && { messages: [first, ...more], together: found.together }
      }
      return undefined
    },
    /** True while nothing but mail of the house may leave this hour. */
    isFull: () => room(moment()).others <= 0,
  }
}
