import type { Form } from '../../../forms/form.ts'
import { allForms, type FormName, isList } from '../../../forms/index.ts'
import { isState, type LeadState, STATES, WAITING } from '../../../forms/states.ts'
import type { Database } from '../../database/database.ts'
import { type Lead, leadFinder } from '../leads.ts'
import { indexNewLeads, toQuery } from '../search.ts'
import { REFUNDED } from './today.ts'

/** Which leads a list shows: those that wait for an answer, those of a state, every one, or suspected spam. */
export const SELECTIONS = ['a-repondre', ...STATES, 'toutes', 'suspectes'] as const
export type Selection = (typeof SELECTIONS)[number]

export interface Wanted {
  selection: Selection
  /** Of one form; undefined for all. */
  form?: FormName | undefined
  /** Contained in the reference or in any answer; '' for all. */
  words: string
  /** Where the page begins, as `next` gives it; undefined for the first page. */
  after?: Position | undefined
}

/** Where a lead stands in the order of a list. */
export type Position = Pick<Lead, 'created_at' | 'id'>

export interface WorkPage {
  leads: Lead[]
  /** Where the next page begins; undefined on the last. */
  next?: Position | undefined
}

/** Before and after every lead: times begin with a digit of a year. */
const FIRST: Position = { created_at: '', id: 0 }
const LAST: Position = { created_at: '9', id: Number.MAX_SAFE_INTEGER }

type Row = Position & Pick<Lead, 'reference'>

/**
 * One page of the leads of all forms. What waits comes first since when it waits; what is done, the latest first.
 * Words are searched for as `hera search` does.
 */
export async function workPage(db: Database, wanted: Wanted, size: number): Promise<WorkPage> {
  const searches = wanted.words.trim() !== ''
  const rows = searches ? await searchRows(db, wanted, size + 1) : readRows(db, wanted, size + 1)
  const find = leadFinder(db)
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    leads: rows.slice(0, size).flatMap(({ reference }) => find(reference) ?? []),
    ...(last && { next: { created_at: last.created_at, id: last.id } }),
  }
}

/** The leads of every form that hold all the words, the last to come first; those suspected of spam too. */
export async function searchLeads(db: Database, words: string, limit: number): Promise<Lead[]> {
  const rows = await searchRows(db, { selection: 'toutes', words }, limit, true)
  const find = leadFinder(db)
  return rows.flatMap(({ reference }) => find(reference) ?? [])
}

/** Counts what a list without words shows. @param before only what arrived before, UTC ISO text */
export function countWork(
  db: Database,
  { selection, form }: Pick<Wanted, 'selection' | 'form'>,
  before = LAST.created_at,
): number {
  return Number(
    db
      .prepare(`SELECT count(*) FROM leads WHERE ${IN_SCOPE} AND created_at < @before`)
      .pluck()
      .get({ ...scopeParameters(scopeOf(selection, form)), before }),
  )
}

/** When the leads arrived that wait for an answer, before an instant; the oldest first. A withdrawal waits for its refund. */
export function waitingSince(db: Database, before: string): string[] {
  const scope = scopeOf('a-repondre')
  return db
    .prepare<unknown[], string>(
      `SELECT created_at FROM leads WHERE ${IN_SCOPE} AND created_at < @before ORDER BY created_at`,
    )
    .pluck()
    .all({ ...scopeParameters({ ...scope, names: scope.names.filter((name) => !REFUNDED.includes(name)) }), before })
}

/** One scan of the index for each form and state, merged by SQLite, so that the first rows come without reading the others. */
function readRows(db: Database, { selection, form, after }: Wanted, limit: number): Row[] {
  const { names, states, suspected } = scopeOf(selection, form)
  const { sign, direction, start } = orderOf(selection)
  const scans = names.flatMap((name) =>
    states.map(
      (state) =>
        `SELECT ${ROW} FROM leads WHERE form = '${name}' AND suspected_spam = ${suspected} AND state = '${state}'
         AND (created_at, id) ${sign} (@created_at, @id)`,
    ),
  )
  return db
    .prepare<unknown[], Row>(
      `${scans.join(' UNION ALL ')} ORDER BY created_at ${direction}, id ${direction} LIMIT @limit`,
    )
    .all({ ...(after ?? start), limit })
}

/**
 * Words are looked up in the order of the index, which is that of arrival, so that the first rows come without reading the
 * others.
 * @param suspectedToo of every lead, whether suspected of spam or not
 */
async function searchRows(
  db: Database,
  { selection, form, words, after }: Wanted,
  limit: number,
  suspectedToo = false,
): Promise<Row[]> {
  const query = toQuery(words)
  if (!query) return []
  await indexNewLeads(db)
  const { sign, direction, start } = orderOf(selection)
  return db
    .prepare<unknown[], Row>(
      `SELECT ${ROW} FROM lead_words JOIN leads ON leads.id = lead_words.rowid
       WHERE lead_words MATCH @query AND lead_words.rowid ${sign} @from AND ${suspectedToo ? 'true' : IN_SCOPE}
       ORDER BY lead_words.rowid ${direction} LIMIT @limit`,
    )
    .all({
      ...(suspectedToo ? {} : scopeParameters(scopeOf(selection, form))),
      from: (after ?? start).id,
      query,
      limit,
    })
}

const ROW = 'id, reference, created_at'
const IN_SCOPE = `suspected_spam = @suspected AND form IN (SELECT value FROM json_each(@names))
  AND state IN (SELECT value FROM json_each(@states))`

interface Scope {
  names: readonly FormName[]
  states: readonly LeadState[]
  suspected: 0 | 1
}

/** A sign-up to a list waits for no answer, so it is shown where its list or every lead is asked for. */
function scopeOf(selection: Selection, form?: FormName): Scope {
  const everything = selection === 'toutes' || selection === 'suspectes'
  const shown = allForms.filter((each: Form) => everything || !isList(each))
  return {
    names: form ? [form] : shown.map(({ name }) => name),
    states: selection === 'a-repondre' ? WAITING : isState(selection) ? [selection] : STATES,
    suspected: selection === 'suspectes' ? 1 : 0,
  }
}

function scopeParameters({ names, states, suspected }: Scope) {
  return { names: JSON.stringify(names), states: JSON.stringify(states), suspected }
}

function orderOf(selection: Selection) {
  const waits = selection === 'a-repondre' || WAITING.some((state) => state === selection)
  return waits
    ? ({ sign: '>', direction: 'ASC', start: FIRST } as const)
    : ({ sign: '<', direction: 'DESC', start: LAST } as const)
}
