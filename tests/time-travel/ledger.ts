import type { FormName } from '../../src/forms/index.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, RETENTION_MONTHS, UNSUBSCRIBED_DAYS } from '../contract/figures.ts'
import { DAY, monthsAfter, parisDay } from './calendar.ts'

/** A submission that the house has to hold. */
export interface Held {
  form: FormName
  email: string
  /** When it was sent, or a list was joined again. */
  at: number
  confirmedAt?: number
  unsubscribedAt?: number
  /** When the person was last asked to confirm, or entered a confirmed address again. */
  askedAt?: number
  /** True while it is held back as spam: nobody is written to about it. */
  suspected: boolean
  /** What the house noted about it, the first note first. */
  notes: (string | null)[]
  /** AAAA-MM-JJ, in Paris. */
  keepUntil?: string
  /** The day, AAAA-MM-JJ, of whose morning on the house wants to be reminded, and whether it was. */
  remindOn?: string
  reminded?: boolean
}

/** A letter that was sent to a list. */
export interface SentLetter {
  list: string
  at: number
  finishedAt?: number
  stoppedAt?: number
}

/** What the house has to know, and nothing besides, told without the source. References are in the order of arrival. */
export interface Ledger {
  rows: Map<string, Held>
  /** Links of e-mails that still mean something, by token. */
  links: Map<string, { purpose: 'confirm' | 'unsubscribe'; reference: string; at: number }>
  /** E-mails that went. */
  traces: { reference: string; kind: string; to: string | null; at: number }[]
  objected: Set<string>
  /** In the order in which they were sent. */
  letters: SentLetter[]
}

export const emptyLedger = (): Ledger => ({
  rows: new Map(),
  links: new Map(),
  traces: [],
  objected: new Set(),
  letters: [],
})

/** Somebody was erased: the address, and what it had sent until then. */
export interface Erasure {
  email: string
  at: number
  references: readonly string[]
}

export const LISTS: readonly string[] = ['waitlist', 'newsletter']

/** Takes rows out of the ledger, with their links and e-mails. */
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

/** Erases an address, as it was asked for once more after a copy was restored. */
export function applyErasure(ledger: Ledger, { email, at, references }: Erasure): void {
  forget(ledger, (row, reference) => (row.email === email && row.at <= at) || references.includes(reference))
  // What went to that address about a row that has had another one since.
  ledger.traces = ledger.traces.filter((trace) => trace.to !== email || trace.at > at)
}

/**
 * References of the sign-ups that a letter to a list goes to: whoever confirmed before it, and neither left nor objected. The
 * notice to the waiting list goes twice to nobody who has not confirmed anew.
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
 * Content brief §2: the waiting list is kept until its notice of availability. A sign-up ends once that was sent to it, unless
 * the person came, was asked or confirmed after it.
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

/** docs/decisions/0008: a sign-up whose person was asked to confirm goes with the link that was never followed. */
function isUnanswered({ traces }: Ledger, reference: string, { form, email, askedAt, ...row }: Held, now: number) {
  if (!LISTS.includes(form) || row.confirmedAt !== undefined || row.unsubscribedAt !== undefined) return false
  const asked = traces.filter((one) => one.reference === reference && one.kind === 'confirmation' && one.to === email)
  const last = Math.max(askedAt ?? now, ...asked.map(({ at }) => at))
  return asked.length > 0 && now > last + CONFIRM_DAYS * DAY
}

/** Whether the register lets the house hold a row at an instant: it must, it must not, or both readings of a month are lawful. */
function mayHold(ledger: Ledger, reference: string, row: Held, now: number): 'yes' | 'no' | 'either' {
  const { form, at, confirmedAt, askedAt = at, unsubscribedAt, keepUntil } = row
  if (keepUntil !== undefined && parisDay(now) <= keepUntil) return 'yes'
  if (isAnnounced(ledger, reference, row) || isUnanswered(ledger, reference, row, now)) return 'no'
  // Privacy policy §6: to be asked by the house is no contact.
  const lastContact = confirmedAt === undefined ? at : Math.max(at, askedAt, confirmedAt)
  const { earliest, latest } = monthsAfter(lastContact, RETENTION_MONTHS[form])
  const withdrawn = unsubscribedAt === undefined ? Number.POSITIVE_INFINITY : unsubscribedAt + UNSUBSCRIBED_DAYS * DAY
  if (now <= Math.min(earliest, withdrawn)) return 'yes'
  return now > Math.min(latest, withdrawn) ? 'no' : 'either'
}

/** The daily purge. @param isHeld says whether the house still holds a row, where the register leaves that open */
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
