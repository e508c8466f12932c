import type { Form, Values } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { WRITABLE } from '../letters/recipients.ts'
import { isList } from '../privacy/consent.ts'
import { normalizeText } from './normalize-text.ts'

/** A stored submission, by column name. */
export type Lead = Values & { reference: string; created_at: string; suspected_spam: number }

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
export function findLead(db: Database, reference: string): { form: Form; lead: Lead } | undefined {
  const form = formOfReference(reference)
  const lead = form && db.prepare<[string], Lead>(`SELECT * FROM ${form.table} WHERE reference = ?`).get(reference)
  return form && lead && { form, lead }
}

/** Counts the submissions of a form. */
export function countLeads(db: Database, form: Form, period: Period): number {
  return Number(db.prepare(`SELECT count(*) FROM ${form.table} WHERE ${WITHIN}`).pluck().get(bounds(period)))
}

/**
 * The latest submissions of a form, newest first, read one at a time. The database cannot be written to before the
 * iteration ends.
 */
export function latestLeads(db: Database, form: Form, period: Period, limit: number): IteratorObject<Lead> {
  const rows = db
    .prepare<unknown[], Lead>(
      `SELECT * FROM ${form.table} WHERE ${WITHIN} ORDER BY created_at DESC, id DESC LIMIT @limit`,
    )
    .iterate({ ...bounds(period), limit })
  return Iterator.from(rows)
}

/**
 * The submissions of a form, oldest first, in pages, so that memory stays small. Between two pages the database can be
 * written to, which an open iterator of SQLite would forbid.
 * @param subscribed of a mailing list, only those who may be written to
 */
export function* leadPages(db: Database, form: Form, period: Period, subscribed = false): Generator<Lead[]> {
  const next = db.prepare<unknown[], Lead & { id: number }>(
    `SELECT * FROM ${form.table} WHERE ${WITHIN} AND (created_at, id) > (@since, @id) ${subscribed ? `AND ${WRITABLE}` : ''}
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
export function suspectedLeads(db: Database): { form: Form; lead: Lead }[] {
  return allForms
    .flatMap((form) =>
      db
        .prepare<[], Lead>(`SELECT * FROM ${form.table} WHERE suspected_spam = 1`)
        .all()
        .map((lead) => ({ form, lead })),
    )
    .sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at))
}

/**
 * The submissions that contain a text in their reference or in any field, newest first. Case, accents and ligatures do
 * not matter (docs/decisions/0011).
 */
export function searchLeads(db: Database, text: string, limit: number): { form: Form; lead: Lead }[] {
  db.function('normalize_text', { deterministic: true }, (value) => normalizeText(String(value ?? '')))
  const found = allForms.flatMap((form) => {
    const columns = ['reference', ...Object.keys(form.fields)]
    const whole = columns.map((name) => `coalesce(${name}, '')`).join(` || char(10) || `)
    return db
      .prepare<unknown[], Lead>(
        `SELECT * FROM ${form.table} WHERE instr(normalize_text(${whole}), ?) > 0 ORDER BY created_at DESC LIMIT ?`,
      )
      .all(normalizeText(text), limit)
      .map((lead) => ({ form, lead }))
  })
  return found.sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at)).slice(0, limit)
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

const WITHIN = 'created_at >= @since AND created_at < @until'

/** Parameters of WITHIN; as text, '0' is before every date and '9' after. */
function bounds({ since, until }: Period) {
  return { since: since ?? '0', until: until ?? '9' }
}
