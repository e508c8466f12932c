import { allForms, isList } from '../../../forms/index.ts'
import { isState, type LeadState, STATES, WAITING } from '../../../forms/states.ts'
import type { Database } from '../../database/database.ts'
import { pluck } from '../../database/pluck.ts'
import { type Lead, leadFinder } from '../leads.ts'

/** Which leads a list shows: those that wait for an answer, those of a state, every one, or suspected spam. */
export const SELECTIONS = ['a-repondre', ...STATES, 'toutes', 'suspectes'] as const
export type Selection = (typeof SELECTIONS)[number]

/** The forms whose leads end with a refund by the law. */
export const REFUNDED = allForms.filter(({ doneState }) => doneState === 'remboursée').map(({ name }) => name)

export interface Wanted {
  selection: Selection
  /** Where the page begins, as `next` gives it; undefined for the first page. */
  after?: Position | undefined
}

/** Where a lead stands in the order of a list. */
export type Position = Pick<Lead, 'created_at' | 'id'>

/** Before and after every lead: times begin with a digit of a year. */
const FIRST: Position = { created_at: '', id: 0 }
const LAST: Position = { created_at: '9', id: Number.MAX_SAFE_INTEGER }

/** One page of the leads of all forms. What waits comes first since when it waits; what is done, the latest first. */
export function workPage(db: Database, { selection, after }: Wanted, size: number) {
  const { names, states, suspected } = scopeOf(selection)
  const { sign, direction, start } = orderOf(selection)
  const rows = db
    .prepare<unknown[], Position & Pick<Lead, 'reference'>>(
      `${scans(names, states, `(created_at, id) ${sign} (@created_at, @id)`, suspected)}
       ORDER BY created_at ${direction}, id ${direction} LIMIT @limit`,
    )
    .all({ ...(after ?? start), limit: size + 1 })
  const find = leadFinder(db)
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    leads: rows.slice(0, size).flatMap(({ reference }) => find(reference) ?? []),
    /** Where the next page begins; undefined on the last. */
    next: last && { created_at: last.created_at, id: last.id },
  }
}

/** Counts what a list shows. */
export function countWork(db: Database, selection: Selection): number {
  return Number(pluck(db, `SELECT count(*) FROM leads WHERE ${IN_SCOPE}`).get(scopeParameters(scopeOf(selection))))
}

/** When the leads arrived that wait for an answer, before an instant; the oldest first. A withdrawal waits for its refund. */
export function waitingSince(db: Database, before: string): string[] {
  const scope = scopeOf('a-repondre')
  return pluck<string>(
    db,
    `SELECT created_at FROM leads WHERE ${IN_SCOPE} AND created_at < @before ORDER BY created_at`,
  ).all({ ...scopeParameters({ ...scope, names: scope.names.filter((name) => !REFUNDED.includes(name)) }), before })
}

/**
 * SQL for the leads of some forms and states: one scan of the index for each, merged by SQLite, so that the first rows come
 * without reading the others.
 */
export function scans(
  forms: readonly string[],
  states: readonly LeadState[],
  condition = 'true',
  suspected: 0 | 1 = 0,
): string {
  const selects = forms.flatMap((form) =>
    states.map(
      (state) =>
        `SELECT id, reference, created_at FROM leads
         WHERE form = '${form}' AND suspected_spam = ${suspected} AND state = '${state}' AND ${condition}`,
    ),
  )
  return selects.join(' UNION ALL ')
}

const IN_SCOPE = `suspected_spam = @suspected AND form IN (SELECT value FROM json_each(@names))
  AND state IN (SELECT value FROM json_each(@states))`

/** A sign-up to a list waits for no answer, so it is shown where every lead is asked for. */
function scopeOf(selection: Selection) {
  const everything = selection === 'toutes' || selection === 'suspectes'
  return {
    names: allForms.filter((form) => everything || !isList(form)).map(({ name }) => name),
    states: selection === 'a-repondre' ? WAITING : isState(selection) ? [selection] : STATES,
    suspected: selection === 'suspectes' ? (1 as const) : (0 as const),
  }
}

function scopeParameters({ names, states, suspected }: ReturnType<typeof scopeOf>) {
  return { names: JSON.stringify(names), states: JSON.stringify(states), suspected }
}

function orderOf(selection: Selection) {
  const waits = selection === 'a-repondre' || WAITING.some((state) => state === selection)
  return waits
    ? ({ sign: '>', direction: 'ASC', start: FIRST } as const)
    : ({ sign: '<', direction: 'DESC', start: LAST } as const)
}
