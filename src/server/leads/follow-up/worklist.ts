import type { Form } from '../../../forms/form.ts'
import { allForms, answeredForms } from '../../../forms/index.ts'
import { type LeadState, STATES, WAITING } from '../../../forms/states.ts'
import { type Database, pluck } from '../../database/database.ts'
import { type Lead, leadFinder } from '../leads.ts'

/** Selections of a list of leads: waiting for an answer, in one state, all, or suspected spam. */
export const SELECTIONS = ['a-repondre', ...STATES, 'toutes', 'suspectes'] as const
export type Selection = (typeof SELECTIONS)[number]

export interface Wanted {
  selection: Selection
  /** Start of the page: `next` of the page before; undefined for the first page. */
  after?: Position | undefined
}

/** Sort key of a lead in a list. */
export type Position = Pick<Lead, 'created_at' | 'id'>

/** Positions before and after every lead, because times begin with a digit of the year. */
const FIRST: Position = { created_at: '', id: 0 }
const LAST: Position = { created_at: '9', id: Number.MAX_SAFE_INTEGER }

/** Returns one page of the leads of all forms. Waiting leads are sorted oldest first, others latest first. */
export function workPage(db: Database, { selection, after }: Wanted, size: number) {
  const waits = selection === 'a-repondre' || WAITING.some((state) => state === selection)
  const [sign, direction, start] = waits ? ['>', 'ASC', FIRST] : ['<', 'DESC', LAST]
  const rows = db
    .prepare<Position, Position & Pick<Lead, 'reference'>>(
      `SELECT id, reference, created_at FROM leads
       WHERE ${conditionOf(selection)} AND (created_at, id) ${sign} (@created_at, @id)
       ORDER BY created_at ${direction}, id ${direction} LIMIT ${size + 1}`,
    )
    .all(after ?? start)
  const find = leadFinder(db)
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    leads: rows.slice(0, size).flatMap(({ reference }) => find(reference) ?? []),
    /** Start of the next page; undefined on the last. */
    next: last && { created_at: last.created_at, id: last.id },
  }
}

/** Counts the leads of a selection. */
export function countWork(db: Database, selection: Selection): number {
  return Number(pluck(db, `SELECT count(*) FROM leads WHERE ${conditionOf(selection)}`).get())
}

/**
 * Returns when the leads that wait for an answer were received, before an instant, the oldest first. Excludes
 * withdrawals, which wait for a refund.
 */
export function waitingSince(db: Database, before: string): string[] {
  return pluck<string>(
    db,
    `SELECT created_at FROM leads WHERE ${TO_ANSWER} AND created_at < ? ORDER BY created_at`,
  ).all(before)
}

/** Returns SQL for the leads of a selection. Only «toutes» and «suspectes» include sign-ups, which need no answer. */
export function conditionOf(selection: Selection): string {
  if (selection === 'suspectes') return `suspected_spam = 1 AND ${sentWith(allForms)}`
  // Names every state, so that SQLite takes the latest leads from the index instead of sorting all.
  if (selection === 'toutes') return inState(STATES, allForms)
  return inState(selection === 'a-repondre' ? WAITING : [selection], answeredForms)
}

/** SQL for the leads that wait for a refund, and for those that wait for an answer. */
export const TO_REFUND = waitingFor('refund')
export const TO_ANSWER = waitingFor('answer')

function waitingFor(what: 'refund' | 'answer'): string {
  const forms = answeredForms.filter(({ isWithdrawal }) => (isWithdrawal ? 'refund' : 'answer') === what)
  return inState(WAITING, forms)
}

function inState(states: readonly LeadState[], forms: readonly Form[]): string {
  return `suspected_spam = 0 AND ${sentWith(forms)} AND state IN (${quoted(states)})`
}

function sentWith(forms: readonly Form[]): string {
  return `form IN (${quoted(forms.map(({ name }) => name))})`
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
