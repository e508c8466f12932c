import type { Form, Values } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'
import { foldText } from './normalize-text.ts'

/** A stored submission, by column name. */
export type Lead = Values & { reference: string; created_at: string; suspected_spam: number }

/** Instants, UTC ISO text: from the first, before the second. */
export interface Period {
  since?: string | undefined
  until?: string | undefined
}

/** Every form, with the type that all share. */
export const everyForm: readonly Form[] = Object.values(forms)

/** The form whose references begin like this one. */
function formOfReference(reference: string): Form | undefined {
  return everyForm.find(({ prefix }) => reference.startsWith(`${prefix}-`))
}

/** The submission of a reference. */
export function findLead(db: Database, reference: string): { form: Form; lead: Lead } | undefined {
  const form = formOfReference(reference)
  const lead = form && db.prepare<[string], Lead>(`SELECT * FROM ${form.table} WHERE reference = ?`).get(reference)
  return form && lead && { form, lead }
}

export function countLeads(db: Database, form: Form, period: Period = {}): number {
  return Number(db.prepare(`SELECT count(*) FROM ${form.table} WHERE ${WITHIN}`).pluck().get(bounds(period)))
}

/** The latest submissions of a form, the newest first. */
export function latestLeads(db: Database, form: Form, period: Period, limit: number): Lead[] {
  return db
    .prepare<unknown[], Lead>(
      `SELECT * FROM ${form.table} WHERE ${WITHIN} ORDER BY created_at DESC, id DESC LIMIT @limit`,
    )
    .all({ ...bounds(period), limit })
}

/** Every submission of a form in the order of arrival, one at a time, so that memory stays small. */
export function eachLead(db: Database, form: Form, period: Period = {}): IterableIterator<Lead> {
  return db
    .prepare<unknown[], Lead>(`SELECT * FROM ${form.table} WHERE ${WITHIN} ORDER BY created_at, id`)
    .iterate(bounds(period))
}

/** Suspected submissions of every form, the newest first. */
export function suspectedLeads(db: Database): { form: Form; lead: Lead }[] {
  return everyForm
    .flatMap((form) =>
      db
        .prepare<[], Lead>(`SELECT * FROM ${form.table} WHERE suspected_spam = 1`)
        .all()
        .map((lead) => ({ form, lead })),
    )
    .sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at))
}

/**
 * Submissions that hold a text in any of their fields or their reference, whatever the case and the accents, the
 * newest first.
 */
export function searchLeads(db: Database, text: string, limit: number): { form: Form; lead: Lead }[] {
  db.function('fold', { deterministic: true }, (value) => foldText(String(value ?? '')))
  const found = everyForm.flatMap((form) => {
    const columns = ['reference', ...Object.keys(form.fields)]
    const whole = columns.map((name) => `coalesce(${name}, '')`).join(` || char(10) || `)
    return db
      .prepare<unknown[], Lead>(
        `SELECT * FROM ${form.table} WHERE instr(fold(${whole}), ?) > 0 ORDER BY created_at DESC LIMIT ?`,
      )
      .all(foldText(text), limit)
      .map((lead) => ({ form, lead }))
  })
  return found.sort((a, b) => b.lead.created_at.localeCompare(a.lead.created_at)).slice(0, limit)
}

/** Where a list's sign-up stands; undefined for other forms. */
export function stateOf(form: Form, lead: Lead): 'non confirmée' | 'confirmée' | 'désinscrite' | undefined {
  if (!lists.includes(form)) return undefined
  return lead.unsubscribed_at ? 'désinscrite' : lead.confirmed_at ? 'confirmée' : 'non confirmée'
}

/** What the person was told when they sent it. */
export function noticeOf(db: Database, lead: Lead): string {
  return (
    db.prepare<[unknown], string>('SELECT text FROM notices WHERE version = ?').pluck().get(lead.notice_version) ?? ''
  )
}

/** Leaves a row alone until a day, AAAA-MM-JJ. */
export function keepLead(db: Database, form: Form, reference: string, until: string): void {
  db.prepare(`UPDATE ${form.table} SET keep_until = ? WHERE reference = ?`).run(until, reference)
}

/** Removes a submission and all that was written about it. */
export function deleteLead(db: Database, form: Form, reference: string): void {
  db.prepare(`DELETE FROM ${form.table} WHERE reference = ?`).run(reference)
}

const WITHIN = 'created_at >= @since AND created_at < @until'

function bounds({ since, until }: Period) {
  return { since: since ?? '0', until: until ?? '9' }
}
