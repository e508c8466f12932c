import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'

const DAY_MS = 86_400_000

/** How many submissions a form has had. */
export interface FormFigures {
  total: number
  week: number
  month: number
  suspected: number
  /** For a list. */
  confirmed?: number
  unsubscribed?: number
}

export function figuresOf(db: Database, form: Form, now: Date): FormFigures {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const list = lists.includes(form)
  return db
    .prepare<unknown[], FormFigures>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE created_at >= ?) AS week,
              count(*) FILTER (WHERE created_at >= ?) AS month, count(*) FILTER (WHERE suspected_spam = 1) AS suspected
              ${list ? ', count(*) FILTER (WHERE confirmed_at IS NOT NULL AND unsubscribed_at IS NULL) AS confirmed, count(unsubscribed_at) AS unsubscribed' : ''}
       FROM ${form.table}`,
    )
    .get(ago(7), ago(30)) as FormFigures
}

/** Submissions a week, by the Monday of the week (AAAA-MM-JJ, UTC), without those that are suspected. */
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

/** How often each option of a choice was taken, by its value, without the suspected. */
export function splitOf(db: Database, form: Form, field: string): Map<string, number> {
  const rows = db
    .prepare<[], [string, number]>(
      `SELECT ${field}, count(*) FROM ${form.table} WHERE suspected_spam = 0 GROUP BY ${field}`,
    )
    .raw()
    .all()
  return new Map(rows)
}
