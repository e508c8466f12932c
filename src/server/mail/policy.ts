import { before, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { type MailConfig, recipientsOf } from '../config.ts'
import { type Database, pluck } from '../database/database.ts'
import { mailboxOf } from '../people/mailbox.ts'
import { createShare } from '../token-buckets.ts'
import type { Combining, MessageKind } from './kinds.ts'
import { type NewMessage, PENDING } from './outbox.ts'
import { allowanceForServed, allowanceNow, createSentCount, type SentByStream, takesTurns } from './streams.ts'
import { createTurns } from './turns.ts'

/** Why a message is not sent before the operator releases it. */
export type Hold = 'suspected' | 'mailbox' | 'network'

/** Messages of one kind to one mailbox a day, in the stream `persons`; further ones are held. */
const MAILBOX_PER_DAY = 3
/** Messages in the stream `persons` that one network may cause; further ones are held. */
const PERSONS_SHARE = { perAddress: 50, per56: 100, per48: 200, periodMs: DAY_MS }
/** Notices to MAIL_TO in an hour that one network may cause to be sent alone. */
const NOTICES_SHARE = { perAddress: 5, per56: 5, per48: 5, periodMs: HOUR_MS }
/** After this time a claim expires because the process must have died while sending. Longer than any attempt. */
const LEASE_MS = 10 * MINUTE_MS

/** The properties of a new message that decideHold() reads. */
type Candidate = Pick<NewMessage, 'kind' | 'recipient' | 'suspected' | 'address'>

/** Why a queued message has not been sent yet; times are UTC ISO text. */
export type Wait =
  | { for: 'turn' }
  | { for: 'budget' }
  | { for: 'retry'; at: string }
  | { for: 'collection'; at: string }
  | { for: 'mailbox'; at: string; after: number }

/** Messages sent as one e-mail. */
interface Choice {
  ids: number[]
  /** True for a combined e-mail, even if it contains only one message. */
  together: boolean
}

// Every time is bounded on both sides: rows dated while the clock was ahead must neither wait for years nor use up
// shares for years.
const DUE = `${PENDING} AND next_attempt_at NOT BETWEEN @soon AND @tomorrow
  AND (claimed_at IS NULL OR claimed_at NOT BETWEEN @lease AND @now)`
/** `@pause` is '' for kinds not combined by mailbox. «+» forces the index on mailbox, which has fewer rows. */
const NOT_WRITTEN_TO = `(@pause = '' OR NOT EXISTS (
  SELECT 1 FROM outbox AS earlier WHERE earlier.mailbox = outbox.mailbox AND earlier.kind = outbox.kind
  AND +earlier.sent_at > @pause AND +earlier.sent_at <= @now))`

type DueMessage = {
  id: number
  mailbox: string | null
  form: string
  slow: number
  next_attempt_at: string
  network: string | null
}
type Moment = Record<'now' | 'soon' | 'tomorrow' | 'lease' | 'hour' | 'day', string>
type ForStaff = Extract<Combining, { by: 'staff' }>

export type Policy = ReturnType<typeof createPolicy>

/**
 * Rules applied to every message twice: when it is queued and when it is chosen for sending.
 * @param mail recipients of notices, and MAIL_PER_HOUR: messages sent in any sixty minutes, counted in the database so
 * that a restart changes nothing
 * @param kinds the kinds of all modules
 */
export function createPolicy(
  db: Database,
  clock: Clock,
  mail: Pick<MailConfig, 'to' | 'toByForm' | 'perHour'>,
  kinds: readonly MessageKind[],
) {
  const { perHour } = mail
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  const steps = [...Map.groupBy(kinds, ({ place }) => place)].sort(([a], [b]) => a - b).map(([, each]) => each)
  const persons = createShare(clock, PERSONS_SHARE)
  const notices = createShare(clock, NOTICES_SHARE)

  const turns = createTurns(clock)
  const sentLately = createSentCount(db, clock, kinds)
  const toMailbox = pluck<number>(
    db,
    `SELECT count(*) FROM outbox WHERE mailbox = @mailbox AND kind = @kind AND created_at > @day
     AND created_at <= @now AND coalesce(hold, 'suspected') = 'suspected'`,
  )
  // One query per kind, so that the index gives the order: thousands of one kind may be due.
  const first = db.prepare<unknown[], DueMessage>(
    `SELECT id, mailbox, form, slow, next_attempt_at, NULL AS network FROM outbox WHERE kind = @kind AND slow = @slow
     AND ${DUE} AND ${NOT_WRITTEN_TO} ORDER BY next_attempt_at, id LIMIT 1`,
  )
  // Usually stops at the first rows, whereas the oldest of each network requires reading a whole flood.
  const firstUnserved = db.prepare<unknown[], DueMessage>(
    `SELECT id, mailbox, form, slow, next_attempt_at, network FROM outbox WHERE kind = @kind
     AND ${DUE} AND coalesce(network, '') NOT IN (SELECT value FROM json_each(@served)) AND ${NOT_WRITTEN_TO}
     ORDER BY slow, next_attempt_at, id LIMIT 1`,
  )
  // Oldest of each network. SQLite takes the other columns from the row of min(), so time and id are one text.
  const firstOfEach = db.prepare<unknown[], DueMessage>(
    `SELECT id, mailbox, form, slow, next_attempt_at, network, min(next_attempt_at || printf('%015d', id)) FROM outbox
     WHERE kind = @kind AND ${DUE} AND ${NOT_WRITTEN_TO} GROUP BY network`,
  )
  const sameMailbox = pluck<number>(
    db,
    `SELECT id FROM outbox WHERE kind = @kind AND mailbox = @mailbox AND ${DUE} ORDER BY id LIMIT @most`,
  )
  const allDue = db.prepare<unknown[], Pick<DueMessage, 'id' | 'form'>>(
    `SELECT id, form FROM outbox WHERE kind = @kind AND ${DUE} ORDER BY slow, id`,
  )
  const sentAlone = pluck<number>(
    db,
    'SELECT count(*) FROM outbox WHERE kind = @kind AND sent_at > @hour AND sent_at <= @now AND sent_with IS NULL',
  )
  const lastCollection = pluck<string | null>(
    db,
    'SELECT max(sent_at) FROM outbox WHERE kind = @kind AND sent_with = id AND sent_at <= @now',
  )
  const lastToMailbox = db.prepare<unknown[], { id: number; sent_at: string }>(
    `SELECT id, sent_at FROM outbox WHERE kind = @kind AND mailbox = @mailbox AND sent_at <= @now
     ORDER BY sent_at DESC, id LIMIT 1`,
  )
  const find = db.prepare<
    [number],
    { kind: string; mailbox: string | null; slow: number; next_attempt_at: string; attempts: number }
  >('SELECT kind, mailbox, slow, next_attempt_at, attempts FROM outbox WHERE id = ?')

  function moment(): Moment {
    const now = clock()
    const ago = (ms: number) => before(now, ms)
    // Retry waits are shorter than a day; later times were set while the clock was ahead.
    const ahead = { soon: ago(-1), tomorrow: ago(-DAY_MS) }
    return { now: ago(0), ...ahead, lease: ago(LEASE_MS), hour: ago(HOUR_MS), day: ago(DAY_MS) }
  }

  /** Returns the message of a kind that is due longest; slow ones only if no other is due. */
  function oldest(at: Moment, { name, gathers }: MessageKind, late = true): DueMessage | undefined {
    const of = (slow: number) => first.get({ ...at, kind: name, pause: pauseOf(gathers, at), slow })
    return of(0) ?? (late ? of(1) : undefined)
  }

  /** Returns the oldest due message of a kind; if networks take turns, of one never served, or else of each network. */
  function dueOf(kind: MessageKind, at: Moment): DueMessage[] {
    const { name, stream, gathers } = kind
    if (takesTurns(stream)) {
      const asked = { ...at, kind: name, pause: pauseOf(gathers, at) }
      const unserved = firstUnserved.get({ ...asked, served: turns.served() })
      return unserved ? [unserved] : firstOfEach.all(asked)
    }
    return [gathers?.by === 'staff' ? dueToStaff(kind, gathers, at) : oldest(at, kind)].filter(
      (due) => due !== undefined,
    )
  }

  /** Chooses among the kinds of one place. */
  function chooseOf(step: readonly MessageKind[], at: Moment, sent: SentByStream): Choice | undefined {
    const waiting = step.flatMap((kind) => dueOf(kind, at).map((due) => ({ kind, ...due })))
    const due = turns.next(
      waiting.filter(
        ({ kind: { stream }, network }) => !turns.wasServed(network) || allowanceForServed(stream, perHour, sent) > 0,
      ),
    )
    if (!due) return undefined
    const { kind, id, mailbox, network } = due
    const { name, stream, gathers } = kind
    if (takesTurns(stream)) turns.serve(network)
    if (gathers?.by === 'staff') return collectForStaff(kind, gathers, due, at)
    const ids = gathers ? sameMailbox.all({ ...at, kind: name, mailbox, most: gathers.most }) : [id]
    return { ids, together: ids.length > 1 }
  }

  /** Returns the notice that may be sent alone, or else the first one of a combined e-mail. */
  function dueToStaff(kind: MessageKind, gathers: ForStaff, at: Moment): DueMessage | undefined {
    const single = mayGoAlone(kind, gathers, at) ? oldest(at, kind, false) : undefined
    return single ?? (nextCollection(kind, gathers, at) > at.now ? undefined : oldest(at, kind))
  }

  function collectForStaff(kind: MessageKind, gathers: ForStaff, { id, slow, form }: DueMessage, at: Moment): Choice {
    if (slow === 0 && mayGoAlone(kind, gathers, at)) return { ids: [id], together: false }
    const recipients = recipientsOf(mail, form).join()
    const together = allDue
      .all({ ...at, kind: kind.name })
      .filter((due) => recipientsOf(mail, due.form).join() === recipients)
    return { ids: together.map((due) => due.id), together: true }
  }

  function mayGoAlone({ name }: MessageKind, { alonePerHour }: ForStaff, at: Moment): boolean {
    return Number(sentAlone.get({ ...at, kind: name })) < alonePerHour
  }

  function nextCollection({ name }: MessageKind, { everyMs }: ForStaff, at: Moment): string {
    const last = lastCollection.get({ ...at, kind: name })
    return last ? after(last, everyMs) : ''
  }

  return {
    /** Decides if a message is held, if it is sent after the others of its kind, and which network hash it gets. */
    decideHold({ kind: name, recipient, suspected, address }: Candidate) {
      const held = (hold: Hold) => ({ hold, slow: false, network: null })
      const { stream, gathers } = byName.get(name) ?? {}
      if (suspected) return held('suspected')
      if (gathers?.by === 'staff') return { hold: null, slow: !notices(address), network: null }
      if (stream === 'persons') {
        const earlier = Number(toMailbox.get({ ...moment(), kind: name, mailbox: mailboxOf(recipient ?? '') }))
        if (earlier >= MAILBOX_PER_DAY) return held('mailbox')
        if (!persons(address)) return held('network')
      }
      return { hold: null, slow: false, network: stream && takesTurns(stream) ? turns.networkOf(address) : null }
    },
    /** Chooses the next e-mail, with which its network has had its turn; undefined if nothing may be sent now. */
    choose(): Choice | undefined {
      const at = moment()
      const sent = sentLately()
      for (const step of steps) {
        const allowed = step.filter(({ stream }) => allowanceNow(stream, perHour, sent) > 0)
        const choice = chooseOf(allowed, at, sent)
        if (choice) return choice
      }
      return undefined
    },
    /** Explains why a queued message has not been sent yet. */
    reasonForWaiting(id: number): Wait {
      const at = moment()
      const row = find.get(id)
      const kind = row && byName.get(row.kind)
      if (!row || !kind) return { for: 'turn' }
      if (row.attempts > 0 && row.next_attempt_at > at.now && row.next_attempt_at <= at.tomorrow)
        return { for: 'retry', at: row.next_attempt_at }
      const { gathers } = kind
      const earlier =
        gathers?.by === 'mailbox' ? lastToMailbox.get({ ...at, kind: kind.name, mailbox: row.mailbox }) : undefined
      if (gathers?.by === 'mailbox' && earlier && earlier.sent_at > after(at.now, -gathers.pauseMs))
        return { for: 'mailbox', at: after(earlier.sent_at, gathers.pauseMs), after: earlier.id }
      if (gathers?.by === 'staff' && (row.slow === 1 || !mayGoAlone(kind, gathers, at))) {
        const next = nextCollection(kind, gathers, at)
        if (next > at.now) return { for: 'collection', at: next }
      }
      return allowanceNow(kind.stream, perHour, sentLately()) > 0 ? { for: 'turn' } : { for: 'budget' }
    },
  }
}

/** A message sent to the mailbox after this time delays the next one; '' for kinds not combined by mailbox. */
function pauseOf(gathers: Combining | undefined, { now }: Moment): string {
  return gathers?.by === 'mailbox' ? after(now, -gathers.pauseMs) : ''
}

function after(iso: string, ms: number): string {
  return new Date(Date.parse(iso) + ms).toISOString()
}
