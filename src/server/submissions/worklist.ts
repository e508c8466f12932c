import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Form } from '../../forms/form.ts'
import { type FormName, forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'
import { STATES, type State, WAITING } from './follow-up.ts'
import { addTextFunction, containsWords, type Lead, leadFinder } from './leads.ts'
import { normalizeText } from './normalize-text.ts'

/** Which submissions a list shows: those that wait for an answer, those of a state, every one, or suspected spam. */
export const SELECTIONS = ['a-repondre', ...STATES, 'toutes', 'suspectes'] as const
export type Selection = (typeof SELECTIONS)[number]

export interface Wanted {
  selection: Selection
  /** Of one form; undefined for all. */
  form?: FormName | undefined
  /** Contained in the reference or in any field; '' for all. */
  words: string
  /** Reference and time after which the page begins, as `next` gives them; undefined for the first page. */
  after?: Position | undefined
}

/** Where a row stands in the order of a list. */
export interface Position {
  receivedAt: string
  reference: string
}

/** A submission in a list. */
export interface Entry {
  form: FormName
  lead: Lead
  state: State
  remindOn: string | null
}

export interface WorkPage {
  entries: Entry[]
  /** Where the next page begins; undefined on the last. */
  next?: Position | undefined
}

/** Rows of a table that are searched at once; between two readings other requests are answered. */
const CHUNK = 2000

/** Before and after every row: times begin with a digit of a year. */
const FIRST: Position = { receivedAt: '', reference: '' }
const LAST: Position = { receivedAt: '9', reference: '' }

type Row = Position & { form: FormName; state: State; remindOn: string | null }

/**
 * One page of the submissions of all forms. What waits comes first since when it waits; what is done, the latest first.
 * Words are compared as `hera search` compares them, by reading every row (docs/decisions/0011).
 */
export async function workPage(db: Database, wanted: Wanted, size: number): Promise<WorkPage> {
  const words = normalizeText(wanted.words.trim())
  const rows = words ? await searchRows(db, wanted, words) : readRows(db, wanted, size + 1)
  const find = leadFinder(db)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    entries: shown.flatMap(({ reference, form, state, remindOn }) => {
      const lead = find(reference)?.lead
      return lead ? [{ form, lead, state, remindOn }] : []
    }),
    ...(rows.length > size && last && { next: { receivedAt: last.receivedAt, reference: last.reference } }),
  }
}

/** Counts what a list without words shows. @param before only what arrived before, UTC ISO text */
export function countWork(
  db: Database,
  { selection, form }: Pick<Wanted, 'selection' | 'form'>,
  before = LAST.receivedAt,
): number {
  const { names, states, suspected } = scopeOf(selection, form)
  return Number(
    db
      .prepare(
        `SELECT count(*) FROM follow_ups WHERE suspected = ? AND form IN (SELECT value FROM json_each(?))
         AND state IN (SELECT value FROM json_each(?)) AND received_at < ?`,
      )
      .pluck()
      .get(suspected, JSON.stringify(names), JSON.stringify(states), before),
  )
}

/** When the submissions arrived that wait for an answer, before an instant; the oldest first. */
export function waitingSince(db: Database, before: string): string[] {
  const { names, states } = scopeOf('a-repondre')
  return db
    .prepare<[string, string, string], string>(
      `SELECT received_at FROM follow_ups WHERE suspected = 0 AND form IN (SELECT value FROM json_each(?))
       AND state IN (SELECT value FROM json_each(?)) AND received_at < ? ORDER BY received_at`,
    )
    .pluck()
    .all(JSON.stringify(names), JSON.stringify(states), before)
}

/** One scan of the index for each form and state, merged by SQLite, so that the first rows come without reading the others. */
function readRows(db: Database, { selection, form, after }: Wanted, limit: number): Row[] {
  const { names, states, suspected } = scopeOf(selection, form)
  const [sign, direction] = waits(selection) ? ['>', 'ASC'] : ['<', 'DESC']
  const start = after ?? (waits(selection) ? FIRST : LAST)
  const scans = names.flatMap((name) =>
    states.map(
      (state) =>
        `SELECT ${ROW} FROM follow_ups WHERE form = '${name}' AND suspected = ${suspected} AND state = '${state}'
         AND (received_at, reference) ${sign} (@receivedAt, @reference)`,
    ),
  )
  return db
    .prepare<unknown[], Row>(
      `${scans.join(' UNION ALL ')} ORDER BY receivedAt ${direction}, reference ${direction} LIMIT @limit`,
    )
    .all({ ...start, limit })
}

/** Every row after a position that contains the words, in the order of the list. */
async function searchRows(db: Database, { selection, form, after }: Wanted, words: string): Promise<Row[]> {
  const { names, states, suspected } = scopeOf(selection, form)
  const found: Row[] = []
  for (const searched of names.map((name): Form => forms[name])) {
    const { table } = searched
    const last = Number(db.prepare(`SELECT max(id) FROM ${table}`).pluck().get())
    for (let id = 0; id < last; id += CHUNK) {
      addTextFunction(db)
      // CROSS JOIN: the words are looked for before the follow-up is.
      const search = db.prepare<unknown[], Row>(
        `SELECT ${ROW} FROM ${table} CROSS JOIN follow_ups USING (reference)
         WHERE id > @id AND id <= @id + ${CHUNK} AND ${containsWords(searched)}
         AND suspected = @suspected AND state IN (SELECT value FROM json_each(@states))`,
      )
      found.push(...search.all({ id, words, suspected, states: JSON.stringify(states) }))
      await nextTurn()
    }
  }
  const sign = waits(selection) ? 1 : -1
  const compare = (a: Position, b: Position) => sign * (Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)))
  return found.filter((row) => !after || compare(row, after) > 0).sort(compare)
}

const ROW = 'reference, received_at AS receivedAt, form, state, remind_on AS remindOn'

function keyOf({ receivedAt, reference }: Position): string {
  return receivedAt + reference
}

/** A sign-up to a list waits for no answer, so it is shown where its list or every submission is asked for. */
function scopeOf(selection: Selection, form?: FormName) {
  const all = Object.keys(forms) as FormName[]
  const answered = all.filter((name) => !lists.some((list) => list.name === name))
  return {
    names: form ? [form] : selection === 'toutes' || selection === 'suspectes' ? all : answered,
    states: selection === 'a-repondre' ? WAITING : STATES.filter((state) => state === selection || !isState(selection)),
    suspected: selection === 'suspectes' ? 1 : 0,
  }
}

function waits(selection: Selection): boolean {
  return selection === 'a-repondre' || WAITING.some((state) => state === selection)
}

function isState(selection: Selection): boolean {
  return STATES.some((state) => state === selection)
}
