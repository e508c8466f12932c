import type { FormName } from '../../src/forms/index.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, RETENTION_MONTHS, UNSUBSCRIBED_DAYS } from '../contract/figures.ts'
import { DAY, HOUR, monthsAfter, parisDay } from './calendar.ts'

/** A submission that the database must contain. */
export interface Held {
  form: FormName
  email: string
  /** Instant of the submission, or of a repeated sign-up. */
  at: number
  confirmedAt?: number
  unsubscribedAt?: number
  /** Instant of the last confirmation request, or of a repeated sign-up with a confirmed address. */
  askedAt?: number
  /** True if no confirmation was requested because of an objection that was lifted since. */
  wasObjected?: boolean
  /** True while suspected as spam: no e-mails are sent about it. */
  suspected: boolean
  /** Notes of the follow-up, oldest first. */
  notes: string[]
  /** Date in Paris, YYYY-MM-DD. */
  keepUntil?: string
  /** Date of the reminder, YYYY-MM-DD. */
  remindOn?: string
}

/** A letter that was sent to a list. */
export interface SentLetter {
  list: string
  at: number
  /** True once it was sent or stopped. */
  isOver?: boolean
}

/** The expected contents of the database, computed without the tested source. References are in order of arrival. */
export interface Ledger {
  rows: Map<string, Held>
  /** Valid links of e-mails, by token. */
  links: Map<string, { purpose: 'confirm' | 'unsubscribe'; reference: string; at: number }>
  /** Sent e-mails. */
  traces: { reference: string; kind: string; to: string | null; at: number }[]
  objected: Set<string>
  /** In order of sending. */
  letters: SentLetter[]
}

export const emptyLedger = (): Ledger => ({
  rows: new Map(),
  links: new Map(),
  traces: [],
  objected: new Set(),
  letters: [],
})

/** An erasure: the address and its references until then. */
export interface Erasure {
  email: string
  at: number
  references: readonly string[]
}

export const LISTS: readonly string[] = ['waitlist', 'newsletter']

/** Removes rows from the ledger, with their links and e-mails. Returns their references. */
export function forget(ledger: Ledger, isGone: (row: Held, reference: string) => boolean): string[] {
  const gone = [...ledger.rows].filter(([reference, row]) => isGone(row, reference)).map(([reference]) => reference)
  for (const reference of gone) ledger.rows.delete(reference)
  for (const [token, { reference }] of ledger.links) if (gone.includes(reference)) ledger.links.delete(token)
  ledger.traces = ledger.traces.filter(({ reference }) => !gone.includes(reference))
  return gone
}

export function forgetLinks(
  ledger: Ledger,
  isGone: (link: { purpose: string; reference: string; at: number }) => boolean,
) {
  for (const [token, link] of ledger.links) if (isGone(link)) ledger.links.delete(token)
}

/** Applies an erasure again, as after the restore of a backup. */
export function applyErasure(ledger: Ledger, { email, at, references }: Erasure): void {
  forget(ledger, (row, reference) => (row.email === email && row.at <= at) || references.includes(reference))
  // E-mails to that address about a row that has another address since.
  ledger.traces = ledger.traces.filter((trace) => trace.to !== email || trace.at > at)
}

/**
 * Returns the references of the recipients of a letter: confirmed before it, not unsubscribed, without objection. The
 * letter to the waiting list is never sent twice without a new confirmation.
 */
export function readersOf({ rows, objected, traces }: Ledger, { list, at }: SentLetter): string[] {
  const had = (reference: string, { confirmedAt = 0 }: Held) =>
    traces.some((one) => one.kind === 'letter' && one.reference === reference && one.at >= confirmedAt)
  return [...rows]
    .filter(([reference, row]) => list !== 'waitlist' || !had(reference, row))
    .filter(([, row]) => row.form === list && row.confirmedAt !== undefined && row.confirmedAt <= at)
    .filter(([, row]) => row.unsubscribedAt === undefined && !row.suspected && !objected.has(row.email))
    .map(([reference]) => reference)
}

/**
 * Content brief §2: a waiting-list sign-up is kept until its notice of availability. True if that letter was sent
 * after the last sign-up, request or confirmation.
 */
export function isAnnounced(
  { traces }: Ledger,
  reference: string,
  { form, at, askedAt = 0, confirmedAt = 0 }: Held,
): boolean {
  const lastStep = Math.max(at, askedAt, confirmedAt)
  return (
    form === 'waitlist' &&
    traces.some((one) => one.reference === reference && one.kind === 'letter' && one.at >= lastStep)
  )
}

/**
 * docs/decisions/0008: true if a confirmation was requested and the link expired unused; after an objection, as long
 * after the sign-up.
 */
function isUnanswered(ledger: Ledger, reference: string, { form, email, askedAt, ...row }: Held, now: number) {
  const { traces, objected } = ledger
  if (!LISTS.includes(form) || row.confirmedAt !== undefined || row.unsubscribedAt !== undefined) return false
  const asked = traces.filter((one) => one.reference === reference && one.kind === 'confirmation' && one.to === email)
  const last = Math.max(askedAt ?? now, ...asked.map(({ at }) => at))
  const isSilent = row.wasObjected || objected.has(email)
  return (asked.length > 0 || isSilent) && now > last + CONFIRM_DAYS * DAY
}

/** Returns whether a row must be kept at an instant: «either» if two readings of a month are lawful. */
function mayHold(ledger: Ledger, reference: string, row: Held, now: number): 'yes' | 'no' | 'either' {
  const { form, at, confirmedAt, askedAt = at, unsubscribedAt, keepUntil } = row
  if (keepUntil !== undefined && parisDay(now) <= keepUntil) return 'yes'
  // MAIL_PER_HOUR still counts the e-mails of the last hour.
  const isCounted = ledger.traces.some((one) => one.reference === reference && one.at >= now - HOUR)
  if (isAnnounced(ledger, reference, row) && !isCounted) return 'no'
  if (isUnanswered(ledger, reference, row, now)) return 'no'
  // Privacy policy §6: a confirmation request is not a contact.
  const lastContact = confirmedAt === undefined ? at : Math.max(at, askedAt, confirmedAt)
  const { earliest, latest } = monthsAfter(lastContact, RETENTION_MONTHS[form])
  const withdrawn = unsubscribedAt === undefined ? Number.POSITIVE_INFINITY : unsubscribedAt + UNSUBSCRIBED_DAYS * DAY
  if (now <= Math.min(earliest, withdrawn)) return 'yes'
  return now > Math.min(latest, withdrawn) ? 'no' : 'either'
}

/** Applies the daily purge. @param isHeld true if the database still has a row for which both is lawful */
export function purgeLedger(ledger: Ledger, now: number, isHeld: (reference: string) => boolean): void {
  forget(ledger, (row, reference) => {
    const verdict = mayHold(ledger, reference, row, now)
    return verdict === 'no' || (verdict === 'either' && !isHeld(reference))
  })
  forgetLinks(ledger, ({ purpose, at }) => purpose === 'confirm' && at < now - CONFIRM_DAYS * DAY)
  ledger.traces = ledger.traces.filter(
    ({ reference, at }) => ledger.rows.get(reference)?.form === 'withdrawal' || at >= now - MAIL_TRACE_DAYS * DAY,
  )
}
