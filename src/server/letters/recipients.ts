import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'
import { hasObjections, type Objections } from '../privacy/objections.ts'

/** After so many letters that the mail server refused for an address, it gets no more. */
const REFUSALS_MAX = 2

/** SQL condition for the rows of a list that may be written to. */
export const WRITABLE = `confirmed_at IS NOT NULL AND unsubscribed_at IS NULL AND suspected_spam = 0
  AND letters_refused < ${REFUSALS_MAX}`
/** Rows that a letter of the time `@createdAt` still has to be queued for, after the row `@queuedTo`. */
const LEFT = `${WRITABLE} AND confirmed_at <= @createdAt AND id > @queuedTo`

/** A sign-up that a letter goes to. */
export interface Recipient {
  id: number
  reference: string
  email: string
}

/** Where the queueing of a letter stands. */
export interface Progress {
  /** Whoever confirmed later does not get it, UTC ISO text. */
  createdAt: string
  /** Number of the last row that was queued; 0 at first. */
  queuedTo: number
}

/** How many addresses of a list may be written to now. */
export function countRecipients(db: Database, form: Form, objections: Objections): number {
  const all = `FROM ${form.table} WHERE ${WRITABLE}`
  if (!hasObjections(db)) return Number(db.prepare(`SELECT count(*) ${all}`).pluck().get())
  // An objection is a keyed hash, which SQL cannot compare with an address.
  let count = 0
  for (const email of db.prepare<[], string>(`SELECT email ${all}`).pluck().iterate())
    if (!objections.has(email)) count += 1
  return count
}

/** The next sign-ups that a letter has to be queued for, in the order in which they came. */
export function nextRecipients(db: Database, form: Form, progress: Progress, limit: number): Recipient[] {
  return db
    .prepare<unknown[], Recipient>(
      `SELECT id, reference, email FROM ${form.table} WHERE ${LEFT} ORDER BY id LIMIT @limit`,
    )
    .all({ ...progress, limit })
}

/** How many sign-ups a letter still has to be queued for. */
export function countUnqueued(db: Database, form: Form, progress: Progress): number {
  return Number(
    db
      .prepare(`SELECT count(*) FROM ${form.table} WHERE ${LEFT}`)
      .pluck()
      .get({ ...progress }),
  )
}

/**
 * Makes what says whether a sign-up may be written to: a message that waits was queued some time ago. A statement is
 * prepared once a list, because a new one for each of 50,000 readers is memory that is given back late.
 */
export function createIsWritable(db: Database): (form: Form, reference: string) => boolean {
  const find = new Map(
    lists.map(({ name, table }) => [
      name,
      db.prepare<[string]>(`SELECT 1 FROM ${table} WHERE reference = ? AND ${WRITABLE}`),
    ]),
  )
  return ({ name }, reference) => find.get(name)?.get(reference) !== undefined
}

/** Notes that the mail server refused the address of a sign-up for good. */
export function noteRefusal(db: Database, form: Form, reference: string): void {
  db.prepare(`UPDATE ${form.table} SET letters_refused = letters_refused + 1 WHERE reference = ?`).run(reference)
}
