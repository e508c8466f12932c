import type { Form, Values } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { WRITABLE } from '../letters/recipients.ts'
import { isList } from '../privacy/consent.ts'
import type { State } from './follow-up.ts'
import { normalizeText } from './normalize-text.ts'

/** A stored submission, by column name, with what the house does about it: `status`, `note`, `remind_on`. */
export type Lead = Values & { reference: string; created_at: string; suspected_spam: number; status: State }

/** A submission and the form that it was sent with. */
export interface FoundLead {
  form: Form
  lead: Lead
}

/** A span of time: from `since` on and before `until`, UTC ISO 8601; without limit where one is undefined. */
export interface Period {
  since?: string | undefined
  until?: string | undefined
}

/** Rows that are read at once. */
const PAGE_ROWS = 500

/** Every form of the site. */
export const allForms: readonly Form[] = Object.values(forms)

function formOfReference(reference: string): Form | undefined {
  return allForms.find(({ prefix }) => reference.startsWith(`${prefix}-`))
}

/** The submission with a reference such as C-7K3M-9QX2, and its form; undefined when there is none. */
export function findLead(db: Database, reference: string): FoundLead | undefined {
  return leadFinder(db)(reference)
}

/** The same for many references: each form's statement is prepared once. */
export function leadFinder(db: Database): (reference: string) => FoundLead | undefined {
  const prepare = (form: Form) => db.prepare<[string], Lead>(`${selectLeads(form)} WHERE reference = ?`)
  const statements = new Map<Form, ReturnType<typeof prepare>>()
  return (reference) => {
    const form = formOfReference(reference)
    if (!form) return undefined
    const statement = statements.get(form) ?? prepare(form)
    statements.set(form, statement)
    const lead = statement.get(reference)
    return lead && { form, lead }
  }
}

/** Every submission of an e-mail address, the latest first; upper and lower case are the same. */
export function leadsFrom(db: Database, email: string): FoundLead[] {
  return allForms
    .flatMap((form) =>
      db
        .prepare<[string], Lead>(`${selectLeads(form)} WHERE email = ?`)
        .all(email)
        .map((lead) => ({ form, lead })),
    )
    .sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at))
}

/** Counts the submissions of a form. @param status of one state alone, where it is given */
export function countLeads(db: Database, form: Form, period: Period, status?: State): number {
  const sql = `SELECT count(*) FROM ${leadsOf(form)} WHERE ${WITHIN} AND ${OF_STATUS}`
  return Number(
    db
      .prepare(sql)
      .pluck()
      .get({ ...bounds(period), status: status ?? null }),
  )
}

/**
 * The latest submissions of a form, newest first, read one at a time. The database cannot be written to before the
 * iteration ends.
 * @param status of one state alone, where it is given
 */
export function latestLeads(
  db: Database,
  form: Form,
  period: Period,
  limit: number,
  status?: State,
): IteratorObject<Lead> {
  const rows = db
    .prepare<unknown[], Lead>(
      `${selectLeads(form)} WHERE ${WITHIN} AND ${OF_STATUS} ORDER BY created_at DESC, id DESC LIMIT @limit`,
    )
    .iterate({ ...bounds(period), limit, status: status ?? null })
  return Iterator.from(rows)
}

/**
 * The submissions of a form, oldest first, in pages, so that memory stays small. Between two pages the database can be
 * written to, which an open iterator of SQLite would forbid.
 * @param subscribed of a mailing list, only those who may be written to
 */
export function* leadPages(db: Database, form: Form, period: Period, subscribed = false): Generator<Lead[]> {
  const next = db.prepare<unknown[], Lead & { id: number }>(
    `${selectLeads(form)} WHERE ${WITHIN} AND (created_at, id) > (@since, @id) ${subscribed ? `AND ${WRITABLE}` : ''}
     ORDER BY created_at, id LIMIT ${PAGE_ROWS}`,
  )
  let after = { ...bounds(period), id: 0 }
  for (;;) {
    const page = next.all(after)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = { ...after, since: last.created_at, id: last.id }
  }
}

/** The submissions of every form that are suspected spam, newest first. */
export function suspectedLeads(db: Database): FoundLead[] {
  return allForms
    .flatMap((form) =>
      db
        .prepare<[], Lead>(`${selectLeads(form)} WHERE suspected_spam = 1`)
        .all()
        .map((lead) => ({ form, lead })),
    )
    .sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at))
}

/**
 * The submissions that contain a text in their reference or in any field, newest first. Case, accents and ligatures do
 * not matter (docs/decisions/0011).
 */
export function searchLeads(db: Database, text: string, limit: number): FoundLead[] {
  addTextFunction(db)
  const found = allForms.flatMap((form) =>
    db
      .prepare<unknown[], Lead>(
        `${selectLeads(form)} WHERE ${containsWords(form)} ORDER BY created_at DESC LIMIT @limit`,
      )
      .all({ words: normalizeText(text), limit })
      .map((lead) => ({ form, lead })),
  )
  return found.sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at)).slice(0, limit)
}

/** Gives SQL the function that containsWords calls. */
export function addTextFunction(db: Database): void {
  db.function('normalize_text', { deterministic: true }, (value) => normalizeText(String(value ?? '')))
}

/** SQL condition for the rows of a form that contain the parameter `words`, which is normalized already. */
export function containsWords(form: Form): string {
  const columns = ['reference', ...Object.keys(form.fields)].map((name) => `coalesce(${form.table}.${name}, '')`)
  return `instr(normalize_text(${columns.join(` || char(10) || `)}), @words) > 0`
}

/** The state of a mailing list's sign-up, in French for the operator; undefined for other forms. */
export function signUpState(form: Form, lead: Lead): 'non confirmée' | 'confirmée' | 'désinscrite' | undefined {
  if (!isList(form)) return undefined
  return lead.unsubscribed_at ? 'désinscrite' : lead.confirmed_at ? 'confirmée' : 'non confirmée'
}

/** The privacy notice that the person saw when they sent the form. */
export function noticeOf(db: Database, lead: Lead): string {
  return (
    db.prepare<[unknown], string>('SELECT text FROM notices WHERE version = ?').pluck().get(lead.notice_version) ?? ''
  )
}

/** Keeps a submission from the purge until a day, AAAA-MM-JJ, that day included. */
export function keepLead(db: Database, form: Form, reference: string, until: string): void {
  db.prepare(`UPDATE ${form.table} SET keep_until = ? WHERE reference = ?`).run(until, reference)
}

/** Removes a submission; triggers remove its e-mails and consent events. */
export function deleteLead(db: Database, form: Form, reference: string): void {
  db.prepare(`DELETE FROM ${form.table} WHERE reference = ?`).run(reference)
}

/** Selects the rows of a form with what the house does about each; a condition may follow. */
export function selectLeads(form: Form): string {
  return `SELECT ${form.table}.*, state AS status, note, remind_on FROM ${leadsOf(form)}`
}

function leadsOf(form: Form): string {
  return `${form.table} LEFT JOIN follow_ups USING (reference)`
}

/** Parameter `status`: null for every state. */
const OF_STATUS = '(@status IS NULL OR state = @status)'
const WITHIN = 'created_at >= @since AND created_at < @until'

/** Parameters of WITHIN; as text, '0' is before every date and '9' after. */
function bounds({ since, until }: Period) {
  return { since: since ?? '0', until: until ?? '9' }
}
