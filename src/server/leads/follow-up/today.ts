import { allForms, isList } from '../../../forms/index.ts'
import { WAITING } from '../../../forms/states.ts'
import type { Database } from '../../database/database.ts'
import { pluck } from '../../database/pluck.ts'
import { type Lead, leadFinder } from '../leads.ts'
import { REFUNDED, scans } from './worklist.ts'

/** What there is to do today, by consequence: the first ones cost the house most where they are forgotten. */
export const TODAY = ['remboursements', 'promesses', 'rappels', 'suspectes', 'ensuite'] as const
export type TodayName = (typeof TODAY)[number]

export interface TodayGroup {
  name: TodayName
  /** The first of them, in the order in which they are to be done. */
  leads: Lead[]
  count: number
}

/** The forms of whose leads somebody waits for an answer. */
const ANSWERED = allForms.filter((form) => !isList(form) && !REFUNDED.includes(form.name)).map(({ name }) => name)

interface Limits {
  /** AAAA-MM-JJ in Paris. */
  today: string
  /** What came before, UTC ISO text, is promised an answer by the end of today. */
  dueBefore: string
  /** Leads of a group that are read. */
  most: number
}

type Row = { reference: string }

/** Reads what there is to do; each lead is in one group alone. */
export function readToday(db: Database, { today, dueBefore, most }: Limits): TodayGroup[] {
  const find = leadFinder(db)
  const oldest = (leads: string) => `${leads} ORDER BY created_at, id LIMIT @most`
  const given = { today, dueBefore, most, answered: JSON.stringify(ANSWERED), waiting: JSON.stringify(WAITING) }
  const group = (name: TodayName, sql: string, count: string): TodayGroup => ({
    name,
    leads: db
      .prepare<unknown[], Row>(sql)
      .all(given)
      .flatMap(({ reference }) => find(reference) ?? []),
    count: Number(pluck(db, `SELECT (${count})`).get(given)),
  })
  const few = (name: TodayName, where: string, order: string) =>
    group(
      name,
      `SELECT reference FROM leads WHERE ${where} ORDER BY ${order} LIMIT @most`,
      `SELECT count(*) FROM leads WHERE ${where}`,
    )
  const answered = `suspected_spam = 0 AND form IN (SELECT value FROM json_each(@answered))
    AND state IN (SELECT value FROM json_each(@waiting))`
  /** Leads put off to a day to come: few, and found by the index of reminders. */
  const putOff = `SELECT count(*) FROM leads WHERE remind_on > @today AND ${answered}`
  const remindedNow = 'remind_on <= @today AND suspected_spam = 0'
  return [
    group(
      'remboursements',
      oldest(scans(REFUNDED, WAITING)),
      `SELECT count(*) FROM leads WHERE suspected_spam = 0 AND form IN (${quoted(REFUNDED)}) AND state IN (${quoted(WAITING)})`,
    ),
    group(
      'promesses',
      oldest(scans(ANSWERED, WAITING, 'created_at < @dueBefore AND ifnull(remind_on <= @today, 1)')),
      `(SELECT count(*) FROM leads WHERE ${answered} AND created_at < @dueBefore) - (${putOff} AND created_at < @dueBefore)`,
    ),
    few('rappels', `${remindedNow} AND NOT (${promised(answered)})`, 'remind_on, id'),
    few('suspectes', `suspected_spam = 1 AND form IN (${quoted(ALL)})`, 'created_at DESC'),
    group(
      'ensuite',
      oldest(scans(ANSWERED, WAITING, '(remind_on > @today OR (remind_on IS NULL AND created_at >= @dueBefore))')),
      `(SELECT count(*) FROM leads WHERE ${answered} AND created_at >= @dueBefore)
        - (SELECT count(*) FROM leads WHERE remind_on <= @today AND ${answered} AND created_at >= @dueBefore)
        + (${putOff} AND created_at < @dueBefore)`,
    ),
  ]
}

/** The leads whose answer somebody began and did not send, the latest first. */
export function begunAnswers(db: Database): string[] {
  return pluck<string>(
    db,
    `SELECT reference FROM drafts WHERE reference IS NOT NULL AND trim(coalesce(json_extract(fields, '$.reponse'), '')) <> ''
       GROUP BY reference ORDER BY max(at) DESC`,
  ).all()
}

const ALL = allForms.map(({ name }) => name)

/** What the first two groups hold already. */
function promised(answered: string): string {
  return `(${answered} AND created_at < @dueBefore) OR (form IN (${quoted(REFUNDED)}) AND state IN (${quoted(WAITING)}))`
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
