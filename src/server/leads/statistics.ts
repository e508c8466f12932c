import type { Form } from '../../forms/form.ts'
import { answeredForms } from '../../forms/index.ts'
import { type LeadState, STATES } from '../../forms/states.ts'
import { before, DAY_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { leadsOf } from './leads.ts'

/** Counts of a form's submissions; suspected spam is counted separately. */
interface SubmissionCounts {
  total: number
  /** Received in the last 7 days. */
  week: number
  /** Received in the last 30 days. */
  month: number
  suspected: number
  /** Of a mailing list only. */
  confirmed?: number
  unsubscribed?: number
}

const TRUSTED = 'suspected_spam = 0'

/** Counts the submissions of a form. */
export function countSubmissions(db: Database, form: Form, now: Date): SubmissionCounts {
  return db
    .prepare<unknown[], SubmissionCounts>(
      `SELECT count(*) FILTER (WHERE ${TRUSTED}) AS total, count(*) FILTER (WHERE ${TRUSTED} AND created_at >= ?) AS week,
              count(*) FILTER (WHERE ${TRUSTED} AND created_at >= ?) AS month, count(*) FILTER (WHERE NOT ${TRUSTED}) AS suspected
              ${form.isList ? ', count(*) FILTER (WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL) AS confirmed, count(unsubscribed_at) AS unsubscribed' : ''}
       FROM ${leadsOf(form)}`,
    )
    .get(before(now, 7 * DAY_MS), before(now, 30 * DAY_MS)) as SubmissionCounts
}

/** SQL for the Monday of the week in which a lead came, AAAA-MM-JJ in UTC. */
export const WEEK = "date(created_at, 'weekday 0', '-6 days')"

/**
 * Counts submissions by week, without suspected spam, including purged ones. The key is the Monday of the week,
 * AAAA-MM-JJ in UTC.
 */
export function leadsPerWeek(db: Database, form: Form): Map<string, number> {
  return countsOf(
    db,
    `SELECT week, sum(count) FROM (
       SELECT ${WEEK} AS week, count(*) AS count FROM leads WHERE form = @form AND suspected_spam = 0 GROUP BY week
       UNION ALL SELECT week, count FROM past_weeks WHERE form = @form)
     GROUP BY week ORDER BY week`,
    { form: form.name },
  )
}

/** Runs a query with two columns, a key and its count. */
function countsOf(db: Database, sql: string, parameters: object = {}): Map<string, number> {
  return new Map(db.prepare<[object], [string, number]>(sql).raw().all(parameters))
}

/** Returns the counts of the last weeks including the current one, oldest first, each with its Monday as JJ/MM. */
export function lastWeeks(perWeek: ReadonlyMap<string, number>, now: Date, count: number) {
  const monday = now.getTime() - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(monday - (count - 1 - i) * 7 * DAY_MS).toISOString().slice(0, 10)
    return { label: `${day.slice(8)}/${day.slice(5, 7)}`, value: perWeek.get(day) ?? 0 }
  })
}

/** Counts submissions that need an answer, by state, without suspected spam. */
export function countByState(db: Database): { state: LeadState; count: number }[] {
  const counts = countsOf(
    db,
    `SELECT state, count(*) FROM leads WHERE suspected_spam = 0
     AND form IN (SELECT value FROM json_each(@answered)) GROUP BY state`,
    { answered: JSON.stringify(answeredForms.map(({ name }) => name)) },
  )
  return STATES.map((state) => ({ state, count: counts.get(state) ?? 0 }))
}

/** Returns when the newest submission of any form was received, UTC ISO 8601; undefined if there is none. */
export function newestLead(db: Database): string | undefined {
  return pluck<string | null>(db, 'SELECT max(created_at) FROM leads').get() ?? undefined
}
