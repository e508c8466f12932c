import type { Form } from '../../../forms/form.ts'
import { lists } from '../../../forms/index.ts'
import { type Database, pluck } from '../../database/database.ts'
import { hasObjections, type Objections } from '../../people/objections.ts'
import { type Lead, leadsOf, setAnswers } from '../leads.ts'

/** Number of letters rejected by the mail server after which an address gets no more. */
const REFUSALS_MAX = 2

/** SQL condition for the sign-ups of a list that may be written to. */
export const WRITABLE = `confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suspected_spam = 0
  AND letters_refused < ${REFUSALS_MAX}`
/**
 * WRITABLE, except sign-ups for which one of the letters `@except` was sent or queued since they confirmed, or was cut
 * off, so that nobody knows whether it arrived.
 */
const ELIGIBLE = `${WRITABLE} AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.reference = leads.reference
  AND outbox.letter IN (SELECT value FROM json_each(@except)) AND (outbox.failed_at IS NULL OR outbox.failure = 'unknown')
  AND outbox.created_at >= confirmed_at)`
/**
 * SQL condition for served sign-ups: the mail server accepted a letter after they signed up, were asked and confirmed.
 * Others wait for the next letter.
 */
export const SERVED = `EXISTS (SELECT 1 FROM outbox WHERE outbox.reference = leads.reference AND letter IS NOT NULL
  AND sent_at >= max(leads.created_at, coalesce(asked_at, ''), coalesce(confirmed_at, '')))`
/** SQL condition for sign-ups after id `@queuedTo` for which a letter created at `@createdAt` must still be queued. */
const NOT_YET_QUEUED = `${ELIGIBLE} AND confirmed_at <= @createdAt AND id > @queuedTo`

/** Sign-up that receives a letter. */
type Recipient = Pick<Lead, 'id' | 'reference' | 'email'>

/** Part of a list that receives a letter. */
export interface Audience {
  /** Ids of earlier letters whose recipients are excluded. */
  except: readonly number[]
  /** Maximum number of recipients, in the order of sign-up; null for all. */
  firstReaders: number | null
}

/** Progress of queueing a letter. */
interface Progress extends Audience {
  /** Number of recipients queued so far; only counts with `firstReaders`. */
  queued: number
  /** When the letter was created, UTC ISO 8601; sign-ups confirmed later are excluded. */
  createdAt: string
  /** Id of the last queued sign-up; 0 at first. */
  queuedTo: number
}

/** Counts the addresses of a list that a letter would be sent to now. */
export function countRecipients(db: Database, form: Form, objections: Objections, audience: Audience): number {
  const most = audience.firstReaders ?? Number.POSITIVE_INFINITY
  const [all, except] = [`FROM ${leadsOf(form)} WHERE ${ELIGIBLE}`, { except: JSON.stringify(audience.except) }]
  if (!hasObjections(db)) return Math.min(most, Number(pluck(db, `SELECT count(*) ${all}`).get(except)))
  // An objection is a keyed hash, which SQL cannot compare with an address.
  let count = 0
  for (const email of pluck<string>(db, `SELECT email ${all}`).iterate(except)) if (!objections.has(email)) count += 1
  return Math.min(most, count)
}

/** Returns the next sign-ups for which a letter must be queued, by id. */
export function nextRecipients(db: Database, form: Form, progress: Progress, limit: number): Recipient[] {
  return db
    .prepare<unknown[], Recipient>(
      `SELECT id, reference, email FROM ${leadsOf(form)} WHERE ${NOT_YET_QUEUED} ORDER BY id LIMIT @limit`,
    )
    .all({ ...parameters(progress), limit: Math.min(limit, remainingRecipients(progress)) })
}

/** Counts the sign-ups for which a letter must still be queued. */
export function countUnqueued(db: Database, form: Form, progress: Progress): number {
  const left = pluck(db, `SELECT count(*) FROM ${leadsOf(form)} WHERE ${NOT_YET_QUEUED}`).get(parameters(progress))
  return Math.min(remainingRecipients(progress), Number(left))
}

/** Returns for how many more sign-ups a letter may be queued. */
function remainingRecipients({ firstReaders, queued }: Progress): number {
  return firstReaders === null ? Number.MAX_SAFE_INTEGER : Math.max(0, firstReaders - queued)
}

function parameters({ createdAt, queuedTo, except }: Progress) {
  return { createdAt, queuedTo, except: JSON.stringify(except) }
}

/** True if a sign-up may still be written to; checked before sending, because its message may have waited long. */
export function isWritable(db: Database, form: Form, reference: string): boolean {
  return pluck(db, `SELECT 1 FROM ${leadsOf(form)} WHERE reference = ? AND ${WRITABLE}`).get(reference) !== undefined
}

/** Records that the mail server permanently rejected the address of a sign-up. */
export function noteRefusal(db: Database, form: Form, reference: string): void {
  setAnswers(db, form, reference, 'letters_refused = letters_refused + 1')
}

/** Records that a sign-up was asked to confirm. @param at UTC ISO 8601 */
export function noteAsked(db: Database, form: Form, reference: string, at: string): void {
  setAnswers(db, form, reference, 'asked_at = @at', { at })
}

/**
 * Records that the address of a confirmed sign-up was entered again. Resets its rejections, because it is promised the
 * next letter; a dead address is excluded again after REFUSALS_MAX letters.
 * @param at UTC ISO 8601
 */
export function noteReturn(db: Database, form: Form, reference: string, at: string): void {
  setAnswers(db, form, reference, 'asked_at = @at, letters_refused = 0', { at })
}

/** Returns a function that finds the oldest sign-ups of each list that were never asked to confirm. */
export function createFindUnasked(db: Database) {
  const unasked = lists.map((form) => ({
    form,
    find: db.prepare<[number], Pick<Lead, 'reference' | 'email'>>(
      `SELECT reference, email FROM ${leadsOf(form)}
       WHERE asked_at IS NULL AND confirmed_at IS NULL AND unsubscribed_at IS NULL AND suspected_spam = 0
       ORDER BY created_at LIMIT ?`,
    ),
  }))
  return (limit: number) => unasked.flatMap(({ form, find }) => find.all(limit).map((row) => ({ form, ...row })))
}

/** Returns the unsubscribed sign-ups of a list, with their time, from a database of this version or an older one. */
export function formerUnsubscriptions(former: Database, { table }: Form) {
  return former
    .prepare<[], { reference: string; unsubscribed_at: string }>(
      `SELECT reference, unsubscribed_at FROM ${table} WHERE unsubscribed_at IS NOT NULL`,
    )
    .all()
}
