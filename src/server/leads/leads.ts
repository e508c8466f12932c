import type { Form, Values } from '../../forms/form.ts'
import { allForms, type FormName, formNamed, forms } from '../../forms/index.ts'
import type { Outcome } from '../../forms/outcomes.ts'
import { type Database, pluck } from '../database/database.ts'
import { releaseSuspectedMessages } from './lead-mail.ts'

/**
 * One lead: its row of `leads` joined with the row of its form's table. Times are UTC ISO 8601, days AAAA-MM-JJ.
 * Further properties are the answers and, for a list, confirmed_at, unsubscribed_at, asked_at and letters_refused.
 */
export interface Lead extends Values {
  id: number
  reference: string
  form: FormName
  email: string
  created_at: string
  submission_key: string
  notice_version: string
  page: string | null
  /** 1 if suspected spam: its e-mails are held until it is released. */
  suspected_spam: number
  keep_until: string | null
  /** When the person first wrote without an answer of the house since; null if it is not our turn. */
  waiting_since: string | null
  /** How it ended; null if it has not. */
  outcome: Outcome | null
  remind_on: string | null
  /** Address of the colleague who takes care of it. */
  assigned_to: string | null
  /** Since when the data may only be kept, not used (RGPD art. 18). */
  suspended_at: string | null
}

/** Number of leads read at once. */
const PAGE_ROWS = 500

/** Returns the form of a lead. */
export function formOf({ form }: Pick<Lead, 'form'>): Form {
  return forms[form]
}

/** Returns SQL for a FROM clause: the leads of a form with their answers. */
export function leadsOf({ table }: Form): string {
  return `leads JOIN ${table} USING (reference)`
}

/** Returns the lead with a reference such as C-7K3M-9QX2; undefined if there is none. */
export function findLead(db: Database, reference: string): Lead | undefined {
  return leadFinder(db)(reference)
}

/** Returns a function that finds leads by reference; prepares the statement of each form once. */
export function leadFinder(db: Database): (reference: string) => Lead | undefined {
  const formByReference = pluck<string>(db, 'SELECT form FROM leads WHERE reference = ?')
  const prepare = (form: Form) => db.prepare<[string], Lead>(`SELECT * FROM ${leadsOf(form)} WHERE reference = ?`)
  const statements = new Map<Form, ReturnType<typeof prepare>>()
  return (reference) => {
    const form = formNamed(formByReference.get(reference) ?? '')
    if (!form) return undefined
    const statement = statements.get(form) ?? prepare(form)
    statements.set(form, statement)
    return statement.get(reference)
  }
}

/**
 * Returns the leads of an e-mail address, the latest first, ignoring case.
 * @param limit maximum number per form, because anyone can send thousands with one address
 */
export function leadsFrom(db: Database, email: string, limit: number): Lead[] {
  return allForms
    .flatMap((form) =>
      db
        .prepare<[string, number], Lead>(
          `SELECT * FROM ${leadsOf(form)} WHERE email = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
        )
        .all(email, limit),
    )
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
}

/** Sender of a lead, and the columns that identify it. */
export type Sender = Pick<Lead, 'id' | 'reference' | 'form' | 'email' | 'created_at'>

/** Returns the senders of all leads, or of the leads of one e-mail address, ignoring case. */
export function sendersOf(db: Database, email: string | null = null): Sender[] {
  return allForms.flatMap((form) =>
    db
      .prepare<[string | null], Sender>(
        `SELECT id, reference, form, email, created_at FROM ${leadsOf(form)} WHERE email = coalesce(?, email)`,
      )
      .all(email),
  )
}

/** Counts the leads of a form. */
export function countLeads(db: Database, form: Form): number {
  return Number(pluck(db, 'SELECT count(*) FROM leads WHERE form = ?').get(form.name))
}

/**
 * Yields the leads of a form in pages, in order of arrival, to save memory. The database can be written to between two
 * pages, which an open iterator of SQLite would prevent.
 * @param condition SQL that each lead must meet
 */
export function* leadPages(db: Database, form: Form, condition = 'true'): Generator<Lead[]> {
  const next = db.prepare<unknown[], Lead>(
    `SELECT * FROM ${leadsOf(form)} WHERE id > ? AND ${condition} ORDER BY id LIMIT ${PAGE_ROWS}`,
  )
  let id = 0
  for (;;) {
    const page = next.all(id)
    const last = page.at(-1)
    if (!last) return
    yield page
    id = last.id
  }
}

/** Returns the state of a sign-up to a list, in French for the operator; undefined for other forms. */
export function signUpState(lead: Lead): 'non confirmée' | 'confirmée' | 'désinscrite' | undefined {
  if (!formOf(lead).isList) return undefined
  return lead.unsubscribed_at ? 'désinscrite' : lead.confirmed_at ? 'confirmée' : 'non confirmée'
}

/** Changes columns of a form's table in one lead. @param assignments SQL such as `city = @city` */
export function setAnswers(db: Database, { table }: Form, reference: string, assignments: string, values: Values = {}) {
  db.prepare(`UPDATE ${table} SET ${assignments} WHERE reference = @reference`).run({ ...values, reference })
}

/**
 * Deletes leads and all rows that refer to them: answers, thread, e-mails and consent. Returns the number of leads.
 */
export function deleteLeads(db: Database, leads: readonly Pick<Lead, 'reference'>[]): number {
  const references = JSON.stringify(leads.map(({ reference }) => reference))
  return db.prepare('DELETE FROM leads WHERE reference IN (SELECT value FROM json_each(?))').run(references).changes
}

/** Marks a suspected lead as not spam, and releases its held e-mails. */
export function releaseLead(db: Database, reference: string): void {
  db.transaction(() => {
    db.prepare('UPDATE leads SET suspected_spam = 0 WHERE reference = ?').run(reference)
    releaseSuspectedMessages(db, reference)
  })()
}
