import type { Form } from '../../../forms/form.ts'
import { lists } from '../../../forms/index.ts'
import type { Database } from '../../database/database.ts'
import { pluck } from '../../database/pluck.ts'
import { hasObjections, type Objections } from '../../people/objections.ts'
import { type Lead, leadsOf, setAnswers } from '../leads.ts'

/** After so many letters that the mail server refused for an address, it gets no more. */
const REFUSALS_MAX = 2

/** SQL condition for the sign-ups of a list that may be written to. */
export const WRITABLE = `confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suspected_spam = 0
  AND letters_refused < ${REFUSALS_MAX}`
/** The same without those whom one of the letters `@except` has reached since they confirmed, or is on its way to. */
const WANTED = `${WRITABLE} AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.reference = leads.reference
  AND outbox.letter IN (SELECT value FROM json_each(@except)) AND outbox.failed_at IS NULL
  AND outbox.created_at >= confirmed_at)`
/**
 * SQL condition for the sign-ups that are done, because the mail server took the notice that they were for. Whoever was
 * refused, or was asked or confirmed since, waits for the next one.
 */
export const SERVED = `EXISTS (SELECT 1 FROM outbox WHERE outbox.reference = leads.reference AND letter IS NOT NULL
  AND sent_at >= max(leads.created_at, coalesce(asked_at, ''), coalesce(confirmed_at, '')))`
/** Sign-ups that a letter of the time `@createdAt` still has to be queued for, after the one numbered `@queuedTo`. */
const LEFT = `${WANTED} AND confirmed_at <= @createdAt AND id > @queuedTo`

/** A sign-up that a letter goes to. */
type Recipient = Pick<Lead, 'id' | 'reference' | 'email'>

/** Whom of a list a letter is for. */
export interface Audience {
  /** Numbers of the letters whose readers do not get it. */
  except: readonly number[]
  /** It is for so many of those who signed up first; null: for all. */
  firstReaders: number | null
}

/** Where the queueing of a letter stands. */
interface Progress extends Partial<Audience> {
  /** How many it has been queued for; of a letter to the first ones alone. */
  queued?: number
  /** Whoever confirmed later does not get it, UTC ISO text. */
  createdAt: string
  /** Number of the last sign-up that was queued; 0 at first. */
  queuedTo: number
}

const EVERYBODY: Audience = { except: [], firstReaders: null }

/** How many addresses of a list a letter would go to now. */
export function countRecipients(db: Database, form: Form, objections: Objections, audience = EVERYBODY): number {
  const most = audience.firstReaders ?? Number.POSITIVE_INFINITY
  const [all, except] = [`FROM ${leadsOf(form)} WHERE ${WANTED}`, { except: JSON.stringify(audience.except) }]
  if (!hasObjections(db)) return Math.min(most, Number(pluck(db, `SELECT count(*) ${all}`).get(except)))
  // An objection is a keyed hash, which SQL cannot compare with an address.
  let count = 0
  for (const email of pluck<string>(db, `SELECT email ${all}`).iterate(except)) if (!objections.has(email)) count += 1
  return Math.min(most, count)
}

/** The next sign-ups that a letter has to be queued for, in the order in which they came. */
export function nextRecipients(db: Database, form: Form, progress: Progress, limit: number): Recipient[] {
  return db
    .prepare<unknown[], Recipient>(
      `SELECT id, reference, email FROM ${leadsOf(form)} WHERE ${LEFT} ORDER BY id LIMIT @limit`,
    )
    .all({ ...parameters(progress), limit: Math.min(limit, room(progress)) })
}

/** How many sign-ups a letter still has to be queued for. */
export function countUnqueued(db: Database, form: Form, progress: Progress): number {
  const left = pluck(db, `SELECT count(*) FROM ${leadsOf(form)} WHERE ${LEFT}`).get(parameters(progress))
  return Math.min(room(progress), Number(left))
}

/** How many more a letter may be queued for. */
function room({ firstReaders = null, queued = 0 }: Progress): number {
  return firstReaders === null ? Number.MAX_SAFE_INTEGER : Math.max(0, firstReaders - queued)
}

function parameters({ createdAt, queuedTo, except = [] }: Progress) {
  return { createdAt, queuedTo, except: JSON.stringify(except) }
}

/** Whether a sign-up may still be written to: a message that waits was queued some time ago. */
export function isWritable(db: Database, form: Form, reference: string): boolean {
  return pluck(db, `SELECT 1 FROM ${leadsOf(form)} WHERE reference = ? AND ${WRITABLE}`).get(reference) !== undefined
}

/** Notes that the mail server refused the address of a sign-up for good. */
export function noteRefusal(db: Database, form: Form, reference: string): void {
  setAnswers(db, form, reference, 'letters_refused = letters_refused + 1')
}

/** Remembers that a sign-up was asked to confirm. @param at UTC ISO 8601 */
export function noteAsked(db: Database, form: Form, reference: string, at: string): void {
  setAnswers(db, form, reference, 'asked_at = @at', { at })
}

/**
 * Remembers that the address of a confirmed sign-up was entered again. It is promised the next letter, whatever the mail
 * server refused before: where the address is dead, `REFUSALS_MAX` more letters find that out.
 * @param at UTC ISO 8601
 */
export function noteReturn(db: Database, form: Form, reference: string, at: string): void {
  setAnswers(db, form, reference, 'asked_at = @at, letters_refused = 0', { at })
}

/** Makes what gives the oldest sign-ups of each list that were never asked to confirm. */
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

/** The sign-ups of a list that ended, as a database of this version or an older one holds them, with their time. */
export function formerUnsubscriptions(former: Database, { table }: Form) {
  return former
    .prepare<[], { reference: string; unsubscribed_at: string }>(
      `SELECT reference, unsubscribed_at FROM ${table} WHERE unsubscribed_at IS NOT NULL`,
    )
    .all()
}
