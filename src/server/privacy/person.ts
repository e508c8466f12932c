import type { Form } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { everyForm, type Lead, noticeOf, stateOf } from '../submissions/leads.ts'
import { lists } from './consent.ts'
import type { HashEmail } from './email-hash.ts'
import { logErasure } from './erasures.ts'
import type { Objections } from './objections.ts'

interface Held {
  form: Form
  lead: Lead
  /** What the person was told. */
  notice: string
  /** Steps of the consent, for a list. */
  consent: { event: string; at: string; notice_version: string }[]
}

/** Everything that is held on an address (RGPD art. 15). */
export interface Person {
  email: string
  submissions: Held[]
  emails: { kind: string; reference: string; created_at: string; sent_at: string | null; failed_at: string | null }[]
  objected: boolean
}

/** Gathers what is held on an address in every table. */
export function findPerson(db: Database, objections: Objections, email: string): Person {
  const events = db.prepare<[string], Held['consent'][number]>(
    'SELECT event, at, notice_version FROM consent_events WHERE reference = ? ORDER BY id',
  )
  const submissions = everyForm.flatMap((form) =>
    db
      .prepare<[string], Lead>(`SELECT * FROM ${form.table} WHERE email = ? ORDER BY created_at`)
      .all(email)
      .map((lead) => ({
        form,
        lead,
        notice: noticeOf(db, lead),
        consent: lists.includes(form) ? events.all(lead.reference) : [],
      })),
  )
  const emails = db
    .prepare<[string, string], Person['emails'][number]>(
      `SELECT kind, reference, created_at, sent_at, failed_at FROM outbox
       WHERE recipient = ? OR reference IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(email, JSON.stringify(submissions.map(({ lead }) => lead.reference)))
  return { email, submissions, emails, objected: objections.has(email) }
}

/** The same as plain data, for the person to take along (RGPD art. 20). */
export function portable({ email, submissions, emails, objected }: Person): object {
  return {
    email,
    objected,
    submissions: submissions.map(({ form, lead, notice, consent }) => {
      const { id: _, submission_key: __, ...columns } = lead
      return { form: form.name, ...columns, state: stateOf(form, lead), notice, consent }
    }),
    emails,
  }
}

/**
 * Erases an address from every table and the outbox (RGPD art. 17). The erasure log is written first, so that a crash
 * in between ends in an erasure at the next start.
 * @returns how many submissions were removed
 */
export function erasePerson(db: Database, databasePath: string, hash: HashEmail, clock: Clock, email: string): number {
  // A row of this very millisecond is older too.
  logErasure(databasePath, hash(email), new Date(clock().getTime() + 1).toISOString())
  const removed = db
    .transaction(() => {
      const counts = everyForm.map(({ table }) => db.prepare(`DELETE FROM ${table} WHERE email = ?`).run(email).changes)
      db.prepare('DELETE FROM outbox WHERE recipient = ?').run(email)
      return counts.reduce((sum, count) => sum + count, 0)
    })
    .immediate()
  // What was erased must not stay readable in the journal.
  db.pragma('wal_checkpoint(TRUNCATE)')
  return removed
}

/**
 * Takes an address off both lists and keeps its keyed hash alone, so that it is never written to again (RGPD art. 21).
 * @returns how many sign-ups were removed
 */
export function objectFor(db: Database, objections: Objections, email: string): number {
  return db
    .transaction(() => {
      objections.add(email)
      return lists.reduce(
        (sum, { table }) => sum + db.prepare(`DELETE FROM ${table} WHERE email = ?`).run(email).changes,
        0,
      )
    })
    .immediate()
}
