import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'
import { isList } from '../privacy/consent.ts'

const DAY_MS = 86_400_000

/** Counts of a form's submissions. */
export interface SubmissionCounts {
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

/** Counts the submissions of a form. */
export function countSubmissions(db: Database, form: Form, now: Date): SubmissionCounts {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const list = isList(form)
  return db
    .prepare<unknown[], SubmissionCounts>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE created_at >= ?) AS week,
              count(*) FILTER (WHERE created_at >= ?) AS month, count(*) FILTER (WHERE suspected_spam = 1) AS suspected
              ${list ? ', count(*) FILTER (WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL) AS confirmed, count(unsubscribed_at) AS unsubscribed' : ''}
       FROM ${form.table}`,
    )
    .get(ago(7), ago(30)) as SubmissionCounts
}

/** Counts submissions by week, without suspected spam. The key is the Monday of the week, AAAA-MM-JJ in UTC. */
export function leadsPerWeek(db: Database, form: Form): Map<string, number> {
  const rows = db
    .prepare<[], [string, number]>(
      `SELECT date(created_at, 'weekday 0', '-6 days') AS week, count(*) FROM ${form.table}
       WHERE suspected_spam = 0 GROUP BY week ORDER BY week`,
    )
    .raw()
    .all()
  return new Map(rows)
}

/** Counts submissions by the option chosen in a field, without suspected spam. The key is the option's value. */
export function countByOption(db: Database, form: Form, field: string): Map<string, number> {
  const rows = db
    .prepare<[], [string, number]>(
      `SELECT ${field}, count(*) FROM ${form.table} WHERE suspected_spam = 0 GROUP BY ${field}`,
    )
    .raw()
    .all()
  return new Map(rows)
}
