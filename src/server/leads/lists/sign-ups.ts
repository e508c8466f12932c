import type { Form } from '../../../forms/form.ts'
import { lists } from '../../../forms/index.ts'
import { type Database, pluck } from '../../database/database.ts'
import { hasObjections, type Objections } from '../../people/objections.ts'
import { type Lead, leadsOf, setAnswers } from '../leads.ts'

/** Number of letters rejected by the mail server after which an address gets no more. */
const REFUSALS_MAX = 2

/** SQL condition for the sign-ups of a list that may be written to. */
export const WRITABLE = `confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suspected_spam = 0
  AND suspended_at IS NULL AND letters_refused < ${REFUSALS_MAX}`
/**
 * WRITABLE, except sign-ups for which one of the letters `@except` was sent or queued since they confirmed, or of which
 * nobody knows whether it arrived: it was cut off, or a restored copy does not say.
 */
const ELIGIBLE = `${WRITABLE} AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.reference = leads.reference
  AND outbox.letter IN (SELECT value FROM json_each(@except)) AND (outbox.failed_at IS NULL OR outbox.failure IN ('unknown', 'restored'))
  AND outbox.created_at >= confirmed_at)`
/**
 * SQL condition for served sign-ups: the mail server accepted a letter after they signed up, were asked and confirmed.
 * Others wait for the next letter.
 */
export const SERVED = `EXISTS (SELECT 1 FROM outbox WHERE outbox.reference = leads.reference AND letter IS NOT NULL
  AND sent_at >= max(leads.created_at, coalesce(asked_at, ''), coalesce(confirmed_at, '')))`
/** Sign-up that receives a letter. */
type Recipient = Pick<Lead, 'reference' | 'email'>

/** Part of a list that receives a letter. */
export interface Audience {
  /** Ids of earlier letters whose recipients are excluded. */
  except: readonly number[]
  /** Maximum number of recipients, in the order of sign-up; null for all. */
  firstReaders: number | null
}

/** Returns the sign-ups of a list that a letter would be sent to now, in the order in which they came. */
export function listReaders(db: Database, form: Form, objections: Objections, audience: Audience): Recipient[] {
  const objected = hasObjections(db) ? objections.has : () => false
  return db
    .prepare<[object], Recipient>(`SELECT reference, email FROM ${leadsOf(form)} WHERE ${ELIGIBLE} ORDER BY id`)
    .all({ except: JSON.stringify(audience.except) })
    .filter(({ email }) => !objected(email))
    .slice(0, audience.firstReaders ?? undefined)
}

/**
 * True if a sign-up may still be written to; checked before sending, because its message may have waited long.
 * @param queuedAt UTC ISO 8601; a sign-up that was confirmed later began anew
 */
export function isWritable(db: Database, form: Form, reference: string, queuedAt: string): boolean {
  const find = pluck(db, `SELECT 1 FROM ${leadsOf(form)} WHERE reference = ? AND ${WRITABLE} AND confirmed_at <= ?`)
  return find.get(reference, queuedAt) !== undefined
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
         AND suspended_at IS NULL ORDER BY created_at LIMIT ?`,
    ),
  }))
  return (limit: number) => unasked.flatMap(({ form, find }) => find.all(limit).map((row) => ({ form, ...row })))
}

/** Returns the unsubscribed sign-ups of a list, with their time. */
export function unsubscriptions(db: Database, { table }: Form) {
  return db
    .prepare<[], { reference: string; unsubscribed_at: string }>(
      `SELECT reference, unsubscribed_at FROM ${table} WHERE unsubscribed_at IS NOT NULL`,
    )
    .all()
}
