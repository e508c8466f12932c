import { allForms, answeredForms, type FormName } from '../../forms/index.ts'
import { type Database, pluck } from '../database/database.ts'
import { type Lead, leadFinder } from './leads.ts'

/** What is to be done: refunds by their legal day, who waits for an answer, reminders that are due. */
export type TodoName = 'refunds' | 'waiting' | 'reminders'

interface TodoGroup {
  name: TodoName
  /** First leads of the group, in the order in which they should be done. */
  leads: Lead[]
  count: number
}

const names = (forms: readonly { name: string }[]) => forms.map(({ name }) => `'${name}'`).join(', ')
/** SQL for leads of forms that still exist and are not suspected. */
const REAL = `form IN (${names(allForms)}) AND suspected_spam = 0`
/** A refund is due by law even while the data are suspended. */
const REFUND = `${REAL} AND outcome IS NULL AND form IN (${names(answeredForms.filter(({ isWithdrawal }) => isWithdrawal))})`
/** Without those that may not be used (RGPD art. 18). */
const WAITING = `${REAL} AND suspended_at IS NULL AND waiting_since IS NOT NULL`
/** What was put off waits for its day. */
const NOT_PUT_OFF = 'ifnull(remind_on <= @today, true)'

/** Conditions and order of the groups; a lead is in the first that it meets. */
const GROUPS: Readonly<Record<TodoName, readonly [condition: string, order: string]>> = {
  refunds: [REFUND, 'created_at, id'],
  waiting: [`${WAITING} AND ${NOT_PUT_OFF} AND NOT (${REFUND})`, 'waiting_since, id'],
  reminders: [`${REAL} AND remind_on <= @today AND NOT (${WAITING}) AND NOT (${REFUND})`, 'remind_on, id'],
}

/**
 * Returns what is to be done today.
 * @param today AAAA-MM-JJ in Paris
 * @param most maximum number of leads read of each group
 */
export function readTodo(db: Database, today: string, most: number): TodoGroup[] {
  const find = leadFinder(db)
  return (Object.keys(GROUPS) as TodoName[]).map((name) => {
    const [where, order] = GROUPS[name]
    const references = pluck<string>(db, `SELECT reference FROM leads WHERE ${where} ORDER BY ${order} LIMIT @most`)
    return {
      name,
      leads: references.all({ today, most }).flatMap((reference) => find(reference) ?? []),
      count: Number(pluck(db, `SELECT count(*) FROM leads WHERE ${where}`).get({ today })),
    }
  })
}

/** Leads of a list of the desk: of all forms or of one, of those that are suspected of spam or of the others. */
interface Listed {
  isSuspected: boolean
  form?: FormName | undefined
  /** Id of the last lead shown. */
  before?: number | undefined
}

/** Returns the leads of a list, the newest first. @param most maximum number */
export function latestOf(db: Database, { isSuspected, form, before }: Listed, most: number): Lead[] {
  const find = leadFinder(db)
  return pluck<string>(
    db,
    `SELECT reference FROM leads WHERE suspected_spam = ? AND form IN (${names(form ? [{ name: form }] : allForms)}) AND id < ?
     ORDER BY id DESC LIMIT ?`,
  )
    .all(Number(isSuspected), before ?? Number.MAX_SAFE_INTEGER, most)
    .flatMap((reference) => find(reference) ?? [])
}

/** Counts the leads suspected of spam. */
export function countSuspected(db: Database): number {
  return Number(pluck(db, `SELECT count(*) FROM leads WHERE suspected_spam = 1 AND form IN (${names(allForms)})`).get())
}
