import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FormName, forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'
import { STATES, type State, WAITING } from './follow-up.ts'
import { type Lead, leadFinder, searchableText } from './leads.ts'
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

/** Rows that are read at once; between two readings other requests are answered. */
const CHUNK = 500

/** Before and after every row: times begin with a digit of a year. */
const FIRST: Position = { receivedAt: '', reference: '' }
const LAST: Position = { receivedAt: '9', reference: '' }

type Row = Position & { form: FormName; state: State; remindOn: string | null }

/**
 * One page of the submissions of all forms. What waits comes first since when it waits; what is done, the latest first.
 * Words are compared as `hera search` compares them, by reading every row (docs/decisions/0011), a chunk at a time.
 */
export async function workPage(db: Database, wanted: Wanted, size: number): Promise<WorkPage> {
  const words = normalizeText(wanted.words.trim())
  const find = leadFinder(db)
  const entries: Entry[] = []
  let after = wanted.after
  for (;;) {
    const rows = readRows(db, wanted, after, words ? CHUNK : size + 1)
    for (const row of rows) {
      const found = find(row.reference)
      if (!found || (words && !normalizeText(searchableText(found.form, found.lead)).includes(words))) continue
      if (entries.length === size) return { entries, next: positionOf(entries) }
      entries.push({ form: row.form, lead: found.lead, state: row.state, remindOn: row.remindOn })
    }
    const last = rows.at(-1)
    if (!words || !last || rows.length < CHUNK) return { entries }
    after = { receivedAt: last.receivedAt, reference: last.reference }
    await nextTurn()
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
function readRows(db: Database, { selection, form }: Wanted, after: Position | undefined, limit: number): Row[] {
  const { names, states, suspected } = scopeOf(selection, form)
  const [sign, direction] = waits(selection) ? ['>', 'ASC'] : ['<', 'DESC']
  const start = after ?? (waits(selection) ? FIRST : LAST)
  const scans = names.flatMap((name) =>
    states.map(
      (state) =>
        `SELECT reference, received_at AS receivedAt, form, state, remind_on AS remindOn FROM follow_ups
         WHERE form = '${name}' AND suspected = ${suspected} AND state = '${state}'
         AND (received_at, reference) ${sign} (@receivedAt, @reference)`,
    ),
  )
  return db
    .prepare<unknown[], Row>(
      `${scans.join(' UNION ALL ')} ORDER BY receivedAt ${direction}, reference ${direction} LIMIT @limit`,
    )
    .all({ ...start, limit })
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

function positionOf(entries: readonly Entry[]): Position | undefined {
  const last = entries.at(-1)
  return last && { receivedAt: last.lead.created_at, reference: last.lead.reference }
}
