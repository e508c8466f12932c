import { dayInParis } from '../../forms/age.ts'
import { clean } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { startOfDayInParis } from '../paris-time.ts'

/** What became of a submission; the first two wait for the house. */
export const STATES = ['nouvelle', 'en cours', 'répondue', 'sans suite'] as const
export type State = (typeof STATES)[number]
export const WAITING: readonly State[] = ['nouvelle', 'en cours']

/** Longest note, in characters; the CHECK of the column says the same. */
export const NOTE_MAX = 5000

/** What the house does about a submission. */
export interface FollowUp {
  state: State
  note: string | null
  /** Day on which an e-mail reminds of it, AAAA-MM-JJ in Paris. */
  remindOn: string | null
  /** How often it was changed. */
  version: number
}

/** A follow-up as it was from `at` (UTC ISO text) on. */
export interface FollowUpChange extends FollowUp {
  at: string
}

/** What becomes of a change: made; at fault, with a French sentence; or too late, because somebody else was faster. */
export type Changed = { kind: 'changed' } | { kind: 'invalid'; message: string } | { kind: 'conflict' }

/** The follow-up of a submission; undefined when there is no such submission. */
export function findFollowUp(db: Database, reference: string): FollowUp | undefined {
  return db
    .prepare<[string], FollowUp>(
      'SELECT state, note, remind_on AS remindOn, version FROM follow_ups WHERE reference = ?',
    )
    .get(reference)
}

/** Every change of a follow-up, the latest first. */
export function followUpChanges(db: Database, reference: string): FollowUpChange[] {
  return db
    .prepare<[string], FollowUpChange>(
      `SELECT at, state, note, remind_on AS remindOn, version FROM follow_up_changes WHERE reference = ?
       ORDER BY version DESC`,
    )
    .all(reference)
}

/**
 * Changes the follow-up of a submission, in a transaction of its own or in the caller's.
 * @param change what was typed: a state, a note, a day; what is undefined stays as it is
 * @param version of the follow-up that the person saw; a change made since is a conflict, and nothing is changed
 */
export function changeFollowUp(
  db: Database,
  clock: Clock,
  reference: string,
  change: { state?: unknown; note?: unknown; remindOn?: unknown },
  version: number,
): Changed {
  const before = findFollowUp(db, reference)
  if (!before) return { kind: 'conflict' }
  const after = {
    state: change.state ?? before.state,
    note: change.note === undefined ? before.note : clean(change.note) || null,
    remindOn: change.remindOn === undefined ? before.remindOn : clean(change.remindOn) || null,
  }
  const message = faultOf(after, before, dayInParis(clock()))
  if (message) return { kind: 'invalid', message }
  const row = { ...after, reference, version, at: clock().toISOString() }
  const made = db.transaction(() => {
    const { changes } = db
      .prepare(
        `UPDATE follow_ups SET state = @state, note = @note, remind_on = @remindOn, version = version + 1,
                reminded_at = iif(remind_on IS @remindOn, reminded_at, NULL)
         WHERE reference = @reference AND version = @version`,
      )
      .run(row)
    if (changes === 0) return false
    db.prepare('INSERT INTO follow_up_changes VALUES (@reference, @version + 1, @at, @state, @note, @remindOn)').run(
      row,
    )
    return true
  })
  return made() ? { kind: 'changed' } : { kind: 'conflict' }
}

/** What is wrong with a follow-up, as a French sentence that says how to mend it. */
function faultOf(
  { state, note, remindOn }: { state: unknown; note: string | null; remindOn: string | null },
  before: FollowUp,
  today: string,
): string | undefined {
  if (!STATES.some((known) => known === state)) return `Choisissez un état : ${STATES.join(', ')}.`
  if (note && note.length > NOTE_MAX)
    return `La note compte ${note.length} caractères : ramenez-la à ${NOTE_MAX} au plus.`
  if (!remindOn || remindOn === before.remindOn) return undefined
  if (!startOfDayInParis(remindOn)) return 'La date du rappel n’existe pas : choisissez un jour du calendrier.'
  if (remindOn < today) return 'La date du rappel est passée : choisissez aujourd’hui ou un jour à venir.'
  return undefined
}
