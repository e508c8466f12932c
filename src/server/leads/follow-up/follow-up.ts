import { clean } from '../../../forms/answer-schema.ts'
import { dayInParis } from '../../../forms/calendar.ts'
import type { LeadState } from '../../../forms/states.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { startOfDayInParis } from '../../paris-time.ts'
import { findLead, formOf, type Lead } from '../leads.ts'
import { reindex } from '../search.ts'

/** Maximum length of a note, in characters (also a CHECK of the column). */
export const NOTE_MAX = 5000
/** Maximum length of `what` of a change, in characters (also a CHECK of the column). */
export const WHAT_MAX = 200

/** One row of `lead_changes`: the follow-up of a lead from `at` (UTC ISO 8601) on. */
export interface LeadChange extends Pick<Lead, 'state' | 'note' | 'remind_on' | 'version'> {
  at: string
  /** See authorName. */
  author: string | null
  /** Other change, such as a correction, in French; null if only the follow-up was changed. */
  what: string | null
}

/** Columns of a follow-up. */
const FIELDS = ['state', 'note', 'remind_on'] as const
type Field = (typeof FIELDS)[number]

/** Submitted values of a follow-up; undefined ones stay unchanged. */
export type FollowUpChange = { [field in Field]?: unknown }

/** Error of a change in French, and the field of the page that it concerns, if any. */
interface Fault {
  message: string
  field?: 'note' | 'rappel'
}

/** Result of a change: made, invalid, or in conflict with a newer version. */
export type ChangeResult = { kind: 'changed' } | ({ kind: 'invalid' } & Fault) | { kind: 'conflict' }

/** Returns all changes of a lead, the latest first. */
export function leadChanges(db: Database, reference: string): LeadChange[] {
  return db
    .prepare<[string], LeadChange>(
      `SELECT at, author, what, state, note, remind_on, version FROM lead_changes WHERE reference = ? ORDER BY version DESC`,
    )
    .all(reference)
}

/**
 * Changes the follow-up of a lead, in its own transaction or the caller's.
 * @param version of the lead that the page showed. Later changes of other users are kept; if both changed the same
 * field, the result is a conflict and nothing is changed
 * @param author see LeadChange
 */
export function changeFollowUp(
  db: Database,
  clock: Clock,
  reference: string,
  change: FollowUpChange,
  version: number,
  author: string | null,
): ChangeResult {
  const before = findLead(db, reference)
  const seen = before && followUpAt(before, leadChanges(db, reference), version)
  if (!before || !seen) return { kind: 'conflict' }
  const typed = (field: Field) => (change[field] === undefined ? seen[field] : clean(change[field]) || null)
  const kept = (field: Field) => (typed(field) === seen[field] ? before[field] : typed(field))
  const after = { state: kept('state'), note: kept('note'), remind_on: kept('remind_on') }
  // Two users may change a lead at once; it is a conflict only if both changed the same field.
  const clash = FIELDS.some((field) => before[field] !== seen[field] && after[field] !== before[field])
  const fault = faultOf(after, before, dayInParis(clock()))
  if (fault) return { kind: 'invalid', ...fault }
  if (clash) return { kind: 'conflict' }
  const row = { ...after, reference, version: before.version, author, at: clock().toISOString() }
  db.transaction(() => {
    db.prepare(
      `UPDATE leads SET state = @state, note = @note, remind_on = @remind_on, version = version + 1,
              reminded_at = iif(remind_on IS @remind_on, reminded_at, NULL)
       WHERE reference = @reference`,
    ).run(row)
    db.prepare(
      `INSERT INTO lead_changes (reference, version, at, author, state, note, remind_on)
       VALUES (@reference, @version + 1, @at, @author, @state, @note, @remind_on)`,
    ).run(row)
    if (after.note !== before.note) reindex(db, reference)
  })()
  return { kind: 'changed' }
}

/**
 * Adds a change of other data than the follow-up to the history of a lead. Call it in the same transaction.
 * @param what in French, at most WHAT_MAX characters
 * @param author see LeadChange
 */
export function recordOtherChange(
  db: Database,
  clock: Clock,
  reference: string,
  what: string,
  author: string | null,
): void {
  db.prepare('UPDATE leads SET version = version + 1 WHERE reference = ?').run(reference)
  db.prepare(
    `INSERT INTO lead_changes (reference, version, at, author, what, state, note, remind_on)
     SELECT reference, version, ?, ?, ?, state, note, remind_on FROM leads WHERE reference = ?`,
  ).run(clock().toISOString(), author, what, reference)
}

/** Returns the follow-up of a lead at a version; undefined if the version never existed. */
export function followUpAt(lead: Lead, changes: readonly LeadChange[], version: number): Pick<Lead, Field> | undefined {
  if (version === lead.version) return lead
  if (version === 0) return { state: 'nouvelle', note: null, remind_on: null }
  return changes.find((change) => change.version === version)
}

/** Returns the error of a new follow-up, with a sentence that names the remedy; undefined if it is valid. */
function faultOf(
  { state, note, remind_on: day }: Record<Field, string | null>,
  before: Lead,
  today: string,
): Fault | undefined {
  if (state !== before.state && !statesOf(before).some((known) => known === state))
    return { message: `Choisissez un état : ${statesOf(before).join(', ')}.` }
  if (note && note.length > NOTE_MAX)
    return {
      message: `La note compte ${note.length.toLocaleString('fr-FR')} caractères : ramenez-la à ${NOTE_MAX.toLocaleString('fr-FR')} au plus.`,
      field: 'note',
    }
  if (!day || day === before.remind_on) return undefined
  const field = 'rappel'
  if (!startOfDayInParis(day))
    return { message: 'La date du rappel n’existe pas : choisissez un jour du calendrier.', field }
  if (day < today)
    return { message: 'La date du rappel est passée : choisissez aujourd’hui ou un jour à venir.', field }
  return undefined
}

/**
 * Returns the states that a lead may have: those of its form, and its current one, which may be older than the form.
 */
export function statesOf(lead: Lead): readonly LeadState[] {
  const { states } = formOf(lead)
  return states.includes(lead.state) ? states : [...states, lead.state]
}
