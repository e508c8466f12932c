import type { FormName } from '../../src/forms/index.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, RETENTION_MONTHS, UNSUBSCRIBED_DAYS } from '../contract/figures.ts'
import { DAY, monthsAfter, parisDay } from './calendar.ts'

/** A submission that the house has to hold. */
export interface Held {
  form: FormName
  email: string
  /** When it was sent, or a list was joined again. */
  at: number
  confirmed: boolean
  unsubscribedAt?: number
  /** AAAA-MM-JJ, in Paris. */
  keepUntil?: string
}

/** What the house has to know, and nothing besides, told without the source. References are in the order of arrival. */
export interface Ledger {
  rows: Map<string, Held>
  /** Links of e-mails that still mean something, by token. */
  links: Map<string, { purpose: 'confirm' | 'unsubscribe'; reference: string; at: number }>
  /** E-mails that went. */
  traces: { reference: string; kind: string; to: string | null; at: number }[]
  objected: Set<string>
}

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
}

/** Whether the register lets the house hold a row at an instant: it must, it must not, or both readings of a month are lawful. */
function mayHold({ form, at, unsubscribedAt, keepUntil }: Held, now: number): 'yes' | 'no' | 'either' {
  if (keepUntil !== undefined && parisDay(now) <= keepUntil) return 'yes'
  const { earliest, latest } = monthsAfter(at, RETENTION_MONTHS[form])
  const withdrawn = unsubscribedAt === undefined ? Number.POSITIVE_INFINITY : unsubscribedAt + UNSUBSCRIBED_DAYS * DAY
  if (now <= Math.min(earliest, withdrawn)) return 'yes'
  return now > Math.min(latest, withdrawn) ? 'no' : 'either'
}

/** The daily purge. @param isHeld says whether the house still holds a row, where the register leaves that open */
export function purgeLedger(ledger: Ledger, now: number, isHeld: (reference: string) => boolean): void {
  forget(ledger, (row, reference) => {
    const verdict = mayHold(row, now)
    return verdict === 'no' || (verdict === 'either' && !isHeld(reference))
  })
  forgetLinks(ledger, ({ purpose, at }) => purpose === 'confirm' && at < now - CONFIRM_DAYS * DAY)
  ledger.traces = ledger.traces.filter(
    ({ reference, at }) => ledger.rows.get(reference)?.form === 'withdrawal' || at >= now - MAIL_TRACE_DAYS * DAY,
  )
}
