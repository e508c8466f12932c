import { before, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type MailConfig, recipientsOf } from '../config.ts'
import { type Database, pluck } from '../database/database.ts'
import { KINDS, type Kind } from './kinds.ts'
import { MESSAGE, PENDING } from './message.ts'

/** Part of the hour that only mail to and from the house may use. */
const OF_THE_HOUSE = 1 / 5
/** Notices in an hour that are sent alone, and how often the further ones leave together, in milliseconds. */
const NOTICES_ALONE = 20
const COLLECTION_MS = 15 * MINUTE_MS
/** Further withdrawals of a mailbox within this time, in milliseconds, are acknowledged together. */
const MAILBOX_PAUSE_MS = HOUR_MS
const MAILBOX_TOGETHER = 50

/** Messages sent as one e-mail. */
export interface Choice {
  ids: number[]
  /** True for an e-mail written for several messages, even if only one is left. */
  together: boolean
}

// Every time is bounded on both sides: a row dated while the clock was ahead neither waits for years nor uses up an hour
// for years. Retries wait less than a day.
const DUE = `${PENDING} AND claimed_at IS NULL AND next_attempt_at NOT BETWEEN @soon AND @tomorrow`

interface DueMessage {
  id: number
  form: string
  mailbox: string | null
  next_attempt_at: string
}

/**
 * Chooses what is sent next, within MAIL_PER_HOUR messages in any sixty minutes, which are counted in the database so
 * that a restart changes nothing. A fifth of them is always left for the house.
 */
export function createOrder(db: Database, clock: Clock, mail: Pick<MailConfig, 'to' | 'toByForm' | 'perHour'>) {
  const places = [...Map.groupBy<number, Kind>(KINDS, ({ place }) => place)].sort(([a], [b]) => a - b)
  const namesOf = (kinds: readonly Kind[]) => JSON.stringify(kinds.map(({ name }) => name))
  const [allNames, houseNames] = [namesOf(KINDS), namesOf(KINDS.filter((kind: Kind) => kind.isHouse))]
  const sent = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE kind IN (SELECT value FROM json_each(@names)) AND sent_at > @hour
       AND sent_at <= @now AND ${MESSAGE}`,
  )
  // One kind at a time, so that the index gives the order: thousands may be due.
  const oldest = db.prepare<unknown[], DueMessage>(
    `SELECT id, form, mailbox, next_attempt_at FROM outbox WHERE kind = @kind AND ${DUE}
     ORDER BY next_attempt_at, id LIMIT 1`,
  )
  const allDue = db.prepare<unknown[], DueMessage>(
    `SELECT id, form, mailbox, next_attempt_at FROM outbox WHERE kind = @kind AND ${DUE} ORDER BY id`,
  )
  // «+» makes SQLite use the index on the mailbox, which has fewer rows.
  const oldestToMailbox = db.prepare<unknown[], DueMessage>(
    `SELECT id, form, mailbox, next_attempt_at FROM outbox WHERE kind = @kind AND ${DUE} AND NOT EXISTS (
       SELECT 1 FROM outbox AS earlier WHERE earlier.mailbox = outbox.mailbox AND earlier.kind = outbox.kind
         AND +earlier.sent_at > @pause AND +earlier.sent_at <= @now)
     ORDER BY next_attempt_at, id LIMIT 1`,
  )
  const sameMailbox = pluck<number>(
    db,
    `SELECT id FROM outbox WHERE kind = @kind AND mailbox = @mailbox AND ${DUE} ORDER BY id LIMIT ${MAILBOX_TOGETHER}`,
  )
  const sentAlone = pluck<number>(
    db,
    'SELECT count(*) FROM outbox WHERE kind = @kind AND sent_at > @hour AND sent_at <= @now AND sent_with IS NULL',
  )
  const lastCollection = pluck<string | null>(
    db,
    'SELECT max(sent_at) FROM outbox WHERE kind = @kind AND sent_with = id AND sent_at <= @now',
  )

  function moment() {
    const now = clock()
    const ago = (ms: number) => before(now, ms)
    const ahead = { soon: ago(-1), tomorrow: ago(-DAY_MS) }
    const times = { hour: ago(HOUR_MS), pause: ago(MAILBOX_PAUSE_MS) }
    return { now: now.toISOString(), ...ahead, ...times, collection: ago(COLLECTION_MS) }
  }
  type Moment = ReturnType<typeof moment>

  /** Returns how many more messages may leave now, for the house and for everybody else. */
  function room(at: Moment) {
    const count = (names: string) => Number(sent.get({ ...at, names }))
    const left = mail.perHour - count(allNames)
    const kept = Math.max(0, Math.floor(mail.perHour * OF_THE_HOUSE) - count(houseNames))
    return { house: left, others: left - kept }
  }

  /** Returns the first message of a kind, and how to find those that leave with it. */
  function next({ name: kind, together }: Kind, at: Moment): { due: DueMessage; choice: () => Choice } | undefined {
    const of = { ...at, kind }
    const alone = (due: DueMessage | undefined) => due && { due, choice: () => ({ ids: [due.id], together: false }) }
    if (together === 'mailbox') {
      const due = oldestToMailbox.get(of)
      const ids = () => sameMailbox.all({ ...of, mailbox: due?.mailbox })
      return due && { due, choice: () => ({ ids: ids(), together: ids().length > 1 }) }
    }
    const due = oldest.get(of)
    if (!due || together !== 'house' || Number(sentAlone.get(of)) < NOTICES_ALONE) return alone(due)
    if ((lastCollection.get(of) ?? '') > at.collection) return undefined
    return { due, choice: () => ({ ids: sameReaders(of, due.form), together: true }) }
  }

  function sameReaders(of: Moment & { kind: string }, form: string): number[] {
    const readers = recipientsOf(mail, form).join()
    const same = allDue.all(of).filter((due) => recipientsOf(mail, due.form).join() === readers)
    return same.map(({ id }) => id)
  }

  return {
    /** Returns the messages of the next e-mail; undefined if nothing may be sent now. */
    choose(): Choice | undefined {
      const at = moment()
      const { house, others } = room(at)
      for (const [, kinds] of places) {
        const found = kinds
          .filter(({ isHouse }) => (isHouse ? house : others) > 0)
          .flatMap((kind) => next(kind, at) ?? [])
          .sort((a, b) => a.due.next_attempt_at.localeCompare(b.due.next_attempt_at) || a.due.id - b.due.id)
        if (found[0]) return found[0].choice()
      }
      return undefined
    },
    /** True while nothing but mail of the house may leave. */
    isFull: () => room(moment()).others <= 0,
  }
}
