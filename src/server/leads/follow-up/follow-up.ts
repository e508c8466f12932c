import { clean } from '../../../forms/answer-schema.ts'
import { dayInParis } from '../../../forms/calendar.ts'
import type { LeadState } from '../../../forms/states.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { startOfDayInParis } from '../../paris-time.ts'
import { findLead, formOf, type Lead } from '../leads.ts'
import { indexAnew } from '../search.ts'

/** Longest note, in characters; the CHECK of the column says the same. */
export const NOTE_MAX = 5000
/** Longest name of another change; the CHECK of the column says the same. */
export const WHAT_MAX = 200

/** A row of `lead_changes`: what the follow-up of a lead was from `at` (UTC ISO text) on. */
export interface LeadChange extends Pick<Lead, 'state' | 'note' | 'remind_on' | 'version'> {
  at: string
  /** Address that signed in to the desk, 'commande' for the operator's command; null where it is not known. */
  author: string | null
  /** What else was changed, in French; null for a change of the follow-up alone. */
  what: string | null
}

/** What was typed: a state, a note, a day; what is undefined stays as it is. */
export interface FollowUpChange {
  state?: unknown
  note?: unknown
  remindOn?: unknown
}

/** What is wrong with a change, as a French sentence, and with which field of the page, where it is one. */
interface Fault {
  message: string
  field?: 'note' | 'rappel'
}

/** What becomes of a change: made; at fault; or too late, because somebody else was faster. */
export type Changed = { kind: 'changed' } | ({ kind: 'invalid' } & Fault) | { kind: 'conflict' }

/** Every change of a lead's follow-up, the latest first. */
export function leadChanges(db: Database, reference: string): LeadChange[] {
  return db
    .prepare<[string], LeadChange>(
      `SELECT at, author, what, state, note, remind_on, version FROM lead_changes WHERE reference = ? ORDER BY version DESC`,
    )
    .all(reference)
}

/**
 * Changes the follow-up of a lead, in a transaction of its own or in the caller's.
 * @param version of the lead that the person saw; what somebody else changed since stays, and the same thing changed by
 * both is a conflict: nothing is changed then
 * @param author as LeadChange has it
 */
export function changeFollowUp(
  db: Database,
  clock: Clock,
  reference: string,
  change: FollowUpChange,
  version: number,
  author: string | null,
): Changed {
  const before = findLead(db, reference)
  const seen = before && followUpAt(before, leadChanges(db, reference), version)
  if (!before || !seen) return { kind: 'conflict' }
  const typed = {
    state: change.state ?? seen.state,
    note: change.note === undefined ? seen.note : clean(change.note) || null,
    remind_on: change.remindOn === undefined ? seen.remind_on : clean(change.remindOn) || null,
  }
  // Two people may change a lead at once; only where both wrote the same thing does one of them have to choose.
  const clash = FIELDS.some(
    (field) => ![seen[field], before[field]].includes(typed[field] as never) && before[field] !== seen[field],
  )
  const kept = (field: (typeof FIELDS)[number]) => (typed[field] === seen[field] ? before[field] : typed[field])
  const after = {
    state: kept('state'),
    note: kept('note') as string | null,
    remindOn: kept('remind_on') as string | null,
  }
  const fault = faultOf(after, before, dayInParis(clock()))
  if (fault) return { kind: 'invalid', ...fault }
  if (clash) return { kind: 'conflict' }
  const row = { ...after, reference, version: before.version, author, at: clock().toISOString() }
  db.transaction(() => {
    db.prepare(
      `UPDATE leads SET state = @state, note = @note, remind_on = @remindOn, version = version + 1,
              reminded_at = iif(remind_on IS @remindOn, reminded_at, NULL)
       WHERE reference = @reference`,
    ).run(row)
    db.prepare(
      `INSERT INTO lead_changes (reference, version, at, author, state, note, remind_on)
       VALUES (@reference, @version + 1, @at, @author, @state, @note, @remindOn)`,
    ).run(row)
    if (after.note !== before.note) indexAnew(db, reference)
  })()
  return { kind: 'changed' }
}

/**
 * Notes in the history of a lead what was changed besides its follow-up. To be called in the transaction that does it.
 * @param what in French, WHAT_MAX characters at most
 * @param author as LeadChange has it
 */
export function noteChange(db: Database, clock: Clock, reference: string, what: string, author: string | null): void {
  db.prepare('UPDATE leads SET version = version + 1 WHERE reference = ?').run(reference)
  db.prepare(
    `INSERT INTO lead_changes (reference, version, at, author, what, state, note, remind_on)
     SELECT reference, version, ?, ?, ?, state, note, remind_on FROM leads WHERE reference = ?`,
  ).run(clock().toISOString(), author, what, reference)
}

/** What a change of a lead can change. */
const FIELDS = ['state', 'note', 'remind_on'] as const
type FollowUp = Pick<Lead, (typeof FIELDS)[number]>

/** What the follow-up of a lead was at a version; undefined for a version that it never had. */
export function followUpAt(lead: Lead, changes: readonly LeadChange[], version: number): FollowUp | undefined {
  if (version === lead.version) return lead
  if (version === 0) return { state: 'nouvelle', note: null, remind_on: null }
  return changes.find((change) => change.version === version)
}

/** What is wrong with a follow-up, with a sentence that says how to mend it. */
function faultOf(
  { state, note, remindOn }: { state: unknown; note: string | null; remindOn: string | null },
  before: Lead,
  today: string,
): Fault | undefined {
  if (state !== before.state && !statesOf(before).some((known) => known === state))
    return { message: `Choisissez un état : ${statesOf(before).join(', ')}.` }
  if (note && note.length > NOTE_MAX)
    return { message: `La note compte ${note.length} caractères : ramenez-la à ${NOTE_MAX} au plus.`, field: 'note' }
  if (!remindOn || remindOn === before.remind_on) return undefined
  const field = 'rappel'
  if (!startOfDayInParis(remindOn))
    return { message: 'La date du rappel n’existe pas : choisissez un jour du calendrier.', field }
  if (remindOn < today)
    return { message: 'La date du rappel est passée : choisissez aujourd’hui ou un jour à venir.', field }
  return undefined
}

/** The states that a lead may have: those of its form, and the one that it has, which may be older than the declaration. */
export function statesOf(lead: Lead): readonly LeadState[] {
  const { states } = formOf(lead)
  return states.includes(lead.state) ? states : [...states, lead.state]
}

/** Makes what gives the leads whose reminder is due on a day (AAAA-MM-JJ) or was before, and notes that one was queued. */
export function createReminders(db: Database) {
  const due = db.prepare<[string, number], Pick<Lead, 'reference' | 'form'>>(
    'SELECT reference, form FROM leads WHERE remind_on <= ? AND reminded_at IS NULL LIMIT ?',
  )
  const note = db.prepare('UPDATE leads SET reminded_at = ? WHERE reference = ?')
  return {
    due: (day: string, limit: number) => due.all(day, limit),
    /** @param at UTC ISO 8601 */
    noteReminded: (reference: string, at: string) => note.run(at, reference),
  }
}

/** The reminders from a day on and before another one, both AAAA-MM-JJ, by day. */
export function remindersBetween(db: Database, from: string, to: string): Pick<Lead, 'reference' | 'remind_on'>[] {
  return db
    .prepare<[string, string], Pick<Lead, 'reference' | 'remind_on'>>(
      'SELECT reference, remind_on FROM leads WHERE remind_on >= ? AND remind_on < ? ORDER BY remind_on',
    )
    .all(from, to)
}
