import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { mailboxOf } from './mailbox.ts'
import { createShare } from './network-shares.ts'
import { createSentCount } from './sent-count.ts'

/** What a message is: its place in the order, and whose share it takes. A letter is one of a mailing to a whole list. */
export type Kind =
  | 'sign-in'
  | 'withdrawal'
  | 'lead'
  | 'reminder'
  | 'weekly'
  | 'acknowledgement'
  | 'confirmation'
  | 'welcome'
  | 'letter'

/** Messages to the house about no single new submission: they come from its own doing, so nobody floods it with them. */
const HOUSE: readonly Kind[] = ['sign-in', 'reminder', 'weekly']

/** Why a message does not go before the operator lets it. */
export type Hold = 'suspected' | 'mailbox' | 'network'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Letters to the lists go last, and leave a fifth of the hour to everything else. */
const LETTERS = { kinds: ['letter'] as ['letter'], partOfHour: 0.8 }

/**
 * The order in which messages go. Each step may use up so much of MAIL_PER_HOUR, which leaves room for what is above
 * it. Acknowledgements of withdrawals that a network causes beyond its share (`slow`) come late, but they come.
 */
const STEPS = [
  { kinds: ['withdrawal'], slow: 0, partOfHour: 1 },
  // Someone of the house waits for it in front of a page; few can be asked for (SIGN_IN of http/rate-limit.ts).
  { kinds: ['sign-in'], partOfHour: 1 },
  { kinds: ['lead'], partOfHour: 0.95 },
  { kinds: ['reminder', 'weekly'], partOfHour: 0.95 },
  { kinds: ['acknowledgement', 'confirmation', 'welcome'], partOfHour: 0.9 },
  { kinds: ['withdrawal'], slow: 1, partOfHour: 0.5 },
  LETTERS,
] as const satisfies { kinds: Kind[]; slow?: number; partOfHour: number }[]

/** Messages of one kind that one mailbox gets in a day. */
const MAILBOX_PER_DAY = 3
/** Messages to persons, other than acknowledgements of withdrawals, that a network causes. */
const PERSONS_SHARE = { perAddress: 50, per56: 100, per48: 200, periodMs: DAY_MS }
/** Acknowledgements of withdrawals that a network causes at once. */
const WITHDRAWALS_SHARE = { perAddress: 5, per56: 10, per48: 20, periodMs: HOUR_MS }
/** Notices to the house that a network causes as messages of their own. */
const NOTICES_SHARE = { perAddress: 5, per56: 5, per48: 5, periodMs: HOUR_MS }
/** Above so many notices of their own in an hour, the house gets them collected. */
const NOTICES_PER_HOUR = 20
const COLLECTION_MS = 15 * MINUTE_MS
/** Acknowledgements of withdrawals to one mailbox within this time go together. */
const WITHDRAWAL_PAUSE_MS = HOUR_MS
/** Withdrawals that one message acknowledges at most. */
const WITHDRAWALS_TOGETHER = 50
/** A message whose process died while sending is tried again after this time, longer than any attempt lasts. */
const LEASE_MS = 10 * MINUTE_MS

/** A message that is to be queued. */
interface Candidate {
  kind: Kind
  /** Null for the house. */
  recipient: string | null
  suspected: boolean
  /** Address of the visitor's connection, where it is known. */
  address?: string | undefined
}

/** Why a message that could go has not gone; times are UTC ISO text. */
export type Wait =
  | { for: 'turn' }
  | { for: 'budget' }
  | { for: 'retry'; at: string }
  | { for: 'collection'; at: string }
  | { for: 'withdrawals'; at: string; after: number }

/** Messages that go as one. */
export interface Choice {
  ids: number[]
  /** True where they are one message, even if it turned out to be about one alone. */
  together: boolean
}

/** The rules that every message passes twice: when it is queued, and when it is its turn. */
export interface Policy {
  /** Decides whether a message is held, and whether it comes after the others of its kind. */
  admit(candidate: Candidate): { hold: Hold | null; slow: boolean }
  /** What goes next; undefined when nothing may go now. */
  choose(): Choice | undefined
  /** Why a message that is neither sent, held nor given up has not gone yet. */
  explain(id: number): Wait
  /** How long the hour's budget makes so many messages of letters wait, in milliseconds; 0 where they may all go now. */
  lettersTake(count: number): number
}

const PENDING = 'sent_at IS NULL AND failed_at IS NULL AND hold IS NULL'
// The clock may have been ahead for a while. What it dated then must neither wait for years nor use up shares for years, so
// that every time is bounded on both sides.
const DUE = `${PENDING} AND next_attempt_at NOT BETWEEN @soon AND @tomorrow
  AND (claimed_at IS NULL OR claimed_at NOT BETWEEN @lease AND @now)`
const NOT_WRITTEN_TO = `NOT EXISTS (
  SELECT 1 FROM outbox AS earlier WHERE earlier.mailbox = outbox.mailbox AND earlier.kind = 'withdrawal'
  AND earlier.sent_at > @pause AND earlier.sent_at <= @now)`

type Due = { id: number; mailbox: string | null; form: string; next_attempt_at: string }
type Moment = Record<'now' | 'soon' | 'tomorrow' | 'lease' | 'pause' | 'hour' | 'day', string>

/**
 * @param perHour MAIL_PER_HOUR: messages that leave in any sixty minutes, counted in the database, so that a restart
 * changes nothing
 * @param formsLike names of the forms whose notices go to the same addresses as those of the given one, itself included
 */
export function createPolicy(
  db: Database,
  clock: Clock,
  perHour: number,
  formsLike: (form: string) => string[],
): Policy {
  const persons = createShare(clock, PERSONS_SHARE)
  const withdrawals = createShare(clock, WITHDRAWALS_SHARE)
  const notices = createShare(clock, NOTICES_SHARE)

  const pluck = <T>(sql: string) => db.prepare<unknown[], T>(sql).pluck()
  const sentLately = createSentCount(db, clock)
  const toMailbox = pluck<number>(
    `SELECT count(*) FROM outbox WHERE mailbox = @mailbox AND kind = @kind AND created_at > @day
     AND created_at <= @now AND coalesce(hold, 'suspected') = 'suspected'`,
  )
  // One kind at a time, which the index gives in its order: thousands of one kind may be due.
  const first = db.prepare<unknown[], Due>(
    `SELECT id, mailbox, form, next_attempt_at FROM outbox WHERE kind = @kind
     AND slow BETWEEN @slow AND @slowest AND ${DUE} AND (kind <> 'withdrawal' OR ${NOT_WRITTEN_TO})
     ORDER BY next_attempt_at, id LIMIT 1`,
  )
  const sameMailbox = pluck<number>(
    `SELECT id FROM outbox WHERE kind = 'withdrawal' AND mailbox = @mailbox AND ${DUE} ORDER BY id LIMIT @most`,
  )
  const sameHouse = pluck<number>(
    `SELECT id FROM outbox WHERE kind = 'lead' AND form IN (SELECT value FROM json_each(@forms)) AND ${DUE}
     ORDER BY slow, id`,
  )
  const noticesAlone = pluck<number>(
    "SELECT count(*) FROM outbox WHERE kind = 'lead' AND sent_at > @hour AND sent_at <= @now AND sent_with IS NULL",
  )
  const lastCollection = pluck<string | null>(
    "SELECT max(sent_at) FROM outbox WHERE kind = 'lead' AND sent_with = id AND sent_at <= @now",
  )
  const lastWithdrawal = db.prepare<unknown[], { id: number; sent_at: string }>(
    `SELECT id, sent_at FROM outbox WHERE kind = 'withdrawal' AND mailbox = @mailbox AND sent_at <= @now
     ORDER BY sent_at DESC, id LIMIT 1`,
  )
  const find = db.prepare<
    [number],
    { kind: Kind; mailbox: string | null; slow: number; next_attempt_at: string; attempts: number }
  >('SELECT kind, mailbox, slow, next_attempt_at, attempts FROM outbox WHERE id = ?')

  function moment(): Moment {
    const now = clock().getTime()
    const before = (ms: number) => new Date(now - ms).toISOString()
    const [lease, pause, hour, day] = [LEASE_MS, WITHDRAWAL_PAUSE_MS, HOUR_MS, DAY_MS].map(before)
    // No pause between two attempts lasts until tomorrow.
    return { now: before(0), soon: before(-1), tomorrow: before(-DAY_MS), lease, pause, hour, day } as Moment
  }

  /** The oldest that is due of some kinds; of slow ones only, of others only, or of both. */
  function oldest(at: Moment, kinds: readonly Kind[], slow?: number) {
    return kinds
      .flatMap((kind) => first.get({ ...at, kind, slow: slow ?? 0, slowest: slow ?? 1 }) ?? [])
      .sort((a, b) => a.next_attempt_at.localeCompare(b.next_attempt_at) || a.id - b.id)[0]
  }

  function chooseOf(step: (typeof STEPS)[number], at: Moment): Choice | undefined {
    const [kind] = step.kinds
    if (kind === 'lead') return chooseNotice(at)
    const found = oldest(at, step.kinds, 'slow' in step ? step.slow : undefined)
    if (!found) return undefined
    if (kind !== 'withdrawal') return { ids: [found.id], together: false }
    const ids = sameMailbox.all({ ...at, mailbox: found.mailbox, most: WITHDRAWALS_TOGETHER })
    return { ids, together: ids.length > 1 }
  }

  function chooseNotice(at: Moment): Choice | undefined {
    const found = oldest(at, ['lead'])
    if (!found) return undefined
    const alone = mayGoAlone(at) ? oldest(at, ['lead'], 0) : undefined
    if (alone) return { ids: [alone.id], together: false }
    if (nextCollection(at) > at.now) return undefined
    return { ids: sameHouse.all({ ...at, forms: JSON.stringify(formsLike(found.form)) }), together: true }
  }

  function mayGoAlone(at: Moment): boolean {
    return Number(noticesAlone.get(at)) < NOTICES_PER_HOUR
  }

  function nextCollection(at: Moment): string {
    const last = lastCollection.get(at)
    return last ? after(last, COLLECTION_MS) : ''
  }

  function roomOf({ partOfHour }: (typeof STEPS)[number], sent: number): number {
    return Math.max(1, Math.floor(perHour * partOfHour)) - sent
  }

  return {
    admit({ kind, recipient, suspected, address }) {
      if (suspected) return { hold: 'suspected', slow: false }
      if (kind === 'lead') return { hold: null, slow: !notices(address) }
      if (kind === 'withdrawal') return { hold: null, slow: !withdrawals(address) }
      if (kind === 'letter' || HOUSE.includes(kind)) return { hold: null, slow: false }
      const before = Number(toMailbox.get({ ...moment(), kind, mailbox: mailboxOf(recipient ?? '') }))
      if (before >= MAILBOX_PER_DAY) return { hold: 'mailbox', slow: false }
      return { hold: persons(address) ? null : 'network', slow: false }
    },
    choose() {
      const at = moment()
      const sent = sentLately()
      for (const step of STEPS) {
        const choice = roomOf(step, sent) > 0 ? chooseOf(step, at) : undefined
        if (choice) return choice
      }
      return undefined
    },
    explain(id) {
      const at = moment()
      const row = find.get(id)
      if (!row) return { for: 'turn' }
      if (row.attempts > 0 && row.next_attempt_at > at.now && row.next_attempt_at <= at.tomorrow)
        return { for: 'retry', at: row.next_attempt_at }
      const earlier = row.kind === 'withdrawal' ? lastWithdrawal.get({ ...at, mailbox: row.mailbox }) : undefined
      if (earlier && earlier.sent_at > at.pause)
        return { for: 'withdrawals', at: after(earlier.sent_at, WITHDRAWAL_PAUSE_MS), after: earlier.id }
      if (row.kind === 'lead' && (row.slow === 1 || !mayGoAlone(at)) && nextCollection(at) > at.now)
        return { for: 'collection', at: nextCollection(at) }
      const step = STEPS.find((each) => {
        const kinds: readonly Kind[] = each.kinds
        return kinds.includes(row.kind) && (!('slow' in each) || each.slow === row.slow)
      })
      return step && roomOf(step, sentLately()) <= 0 ? { for: 'budget' } : { for: 'turn' }
    },
    lettersTake(count) {
      const room = Math.max(0, roomOf(LETTERS, sentLately()))
      return (Math.max(0, count - room) / roomOf(LETTERS, 0)) * HOUR_MS
    },
  }
}

function after(iso: string, ms: number): string {
  return new Date(Date.parse(iso) + ms).toISOString()
}
