import type { Form, Values } from '../../forms/form.ts'
import { allForms, type FormName, formNamed, forms, isList } from '../../forms/index.ts'
import type { LeadState } from '../../forms/states.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { releaseSuspectedMessages } from '../outbox/outbox-admin.ts'

/**
 * A lead: its row of `leads` and its row of its form's table, by column name. Times are UTC ISO text, days AAAA-MM-JJ. The
 * answers, and a list's confirmed_at, unsubscribed_at, asked_at and letters_refused, stand beside these columns.
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
  /** 1 while its e-mails wait for the house to look at it. */
  suspected_spam: number
  keep_until: string | null
  state: LeadState
  note: string | null
  remind_on: string | null
  reminded_at: string | null
  /** How often its follow-up was changed. */
  version: number
}

/** A span of time: from `since` on and before `until`, UTC ISO 8601; without limit where one is undefined. */
export interface Period {
  since?: string | undefined
  until?: string | undefined
}

/** Leads that are read at once. */
const PAGE_ROWS = 500

/** The form that a lead was sent with. */
export function formOf({ form }: Pick<Lead, 'form'>): Form {
  return forms[form]
}

/** SQL for the leads of a form with their answers, after FROM. No other module names a form's table, but store.ts. */
export function leadsOf({ table }: Form): string {
  return `leads JOIN ${table} USING (reference)`
}

/** The lead with a reference such as C-7K3M-9QX2; undefined when there is none. */
export function findLead(db: Database, reference: string): Lead | undefined {
  return leadFinder(db)(reference)
}

/** The same for many references: each form's statement is prepared once. */
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
 * The leads of an e-mail address, the latest first; upper and lower case are the same.
 * @param limit of each form the latest so many at most: anybody may send thousands under one
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

/** Who sent a lead. */
export type Sender = Pick<Lead, 'id' | 'reference' | 'form' | 'email' | 'created_at'>

/** Who sent each lead. @param email of one address alone, where it is given; upper and lower case are the same */
export function sendersOf(db: Database, email: string | null = null): Sender[] {
  return allForms.flatMap((form) =>
    db
      .prepare<[string | null], Sender>(
        `SELECT id, reference, form, email, created_at FROM ${leadsOf(form)} WHERE email = coalesce(?, email)`,
      )
      .all(email),
  )
}

/** Counts the leads of a form. @param state of one state alone, where it is given */
export function countLeads(db: Database, form: Form, period: Period, state?: LeadState): number {
  return Number(pluck(db, `SELECT count(*) FROM leads WHERE ${SELECTED}`).get(parameters(form, period, state)))
}

/**
 * The latest leads of a form, the last to come first, read one at a time. The database cannot be written to before the iteration
 * ends.
 * @param state of one state alone, where it is given
 */
export function latestLeads(db: Database, form: Form, period: Period, limit: number, state?: LeadState) {
  const rows = db
    .prepare<unknown[], Lead>(`SELECT * FROM ${leadsOf(form)} WHERE +${SELECTED} ORDER BY id DESC LIMIT @limit`)
    .iterate({ ...parameters(form, period, state), limit })
  return Iterator.from(rows)
}

/**
 * The leads of a form in the order in which they came, in pages, so that memory stays small. Between two pages the database
 * can be written to, which an open iterator of SQLite would forbid.
 * @param condition SQL that each of them meets
 */
export function* leadPages(db: Database, form: Form, period: Period, condition = 'true'): Generator<Lead[]> {
  const next = db.prepare<unknown[], Lead>(
    `SELECT * FROM ${leadsOf(form)} WHERE id > @id AND +${SELECTED} AND ${condition} ORDER BY id LIMIT ${PAGE_ROWS}`,
  )
  const selected = parameters(form, period)
  let id = 0
  for (;;) {
    const page = next.all({ ...selected, id })
    const last = page.at(-1)
    if (!last) return
    yield page
    id = last.id
  }
}

/** The leads that are suspected spam, newest first. @param limit so many at most */
export function suspectedLeads(db: Database, { since, until }: Period = {}, limit = Number.MAX_SAFE_INTEGER): Lead[] {
  const find = leadFinder(db)
  return pluck<string>(
    db,
    `SELECT reference FROM leads WHERE form IN (SELECT value FROM json_each(?)) AND suspected_spam = 1
       AND created_at >= ? AND created_at < ? ORDER BY created_at DESC LIMIT ?`,
  )
    .all(JSON.stringify(allForms.map(({ name }) => name)), since ?? '0', until ?? '9', limit)
    .flatMap((reference) => find(reference) ?? [])
}

/** The state of a mailing list's sign-up, in French for the operator; undefined for other forms. */
export function signUpState(lead: Lead): 'non confirmée' | 'confirmée' | 'désinscrite' | undefined {
  if (!isList(formOf(lead))) return undefined
  return lead.unsubscribed_at ? 'désinscrite' : lead.confirmed_at ? 'confirmée' : 'non confirmée'
}

/** The privacy notice that the person saw when they sent the form. */
export function noticeOf(db: Database, lead: Lead): string {
  return pluck<string>(db, 'SELECT text FROM notices WHERE version = ?').get(lead.notice_version) ?? ''
}

/** Changes columns of a form's table in one lead. @param assignments SQL such as `city = @city` */
export function setAnswers(db: Database, { table }: Form, reference: string, assignments: string, values: Values = {}) {
  db.prepare(`UPDATE ${table} SET ${assignments} WHERE reference = @reference`).run({ ...values, reference })
}

/** Keeps a lead from the purge until a day, AAAA-MM-JJ, that day included. */
export function keepLead(db: Database, reference: string, until: string): void {
  db.prepare('UPDATE leads SET keep_until = ? WHERE reference = ?').run(until, reference)
}

/** Removes leads with all that refers to them: answers, changes, e-mails and consent. Returns how many there were. */
export function deleteLeads(db: Database, references: readonly string[]): number {
  const among = 'reference IN (SELECT value FROM json_each(?))'
  return db.prepare(`DELETE FROM leads WHERE ${among}`).run(JSON.stringify(references)).changes
}

/** Marks a suspected lead as no spam, and releases its e-mails, which were held. */
export function releaseLead(db: Database, reference: string): void {
  db.transaction(() => {
    db.prepare('UPDATE leads SET suspected_spam = 0 WHERE reference = ?').run(reference)
    releaseSuspectedMessages(db, reference)
  })()
}

const SELECTED = 'form = @form AND created_at >= @since AND created_at < @until AND (@state IS NULL OR state = @state)'

/** Parameters of SELECTED; as text, '0' is before every date and '9' after. */
function parameters({ name }: Form, { since, until }: Period, state?: LeadState) {
  return { form: name, since: since ?? '0', until: until ?? '9', state: state ?? null }
}
