import { allForms, type FormName } from '../../forms/index.ts'
import { type Database, pluck } from '../database/database.ts'

/** SQL for the Monday of the week in which a lead came, AAAA-MM-JJ in UTC. */
export const WEEK = "date(created_at, 'weekday 0', '-6 days')"

/** Leads of a month, without suspected spam. */
interface MonthCounts {
  /** AAAA-MM. */
  month: string
  counts: Partial<Record<FormName, number>>
  total: number
}

/**
 * Counts the leads of the last months, the newest first, including purged ones, of which only the week is known: they
 * count for the month of its Monday.
 */
export function leadsPerMonth(db: Database, now: Date, months: number): MonthCounts[] {
  const rows = db
    .prepare<[], { form: string; month: string; count: number }>(
      `SELECT form, month, sum(count) AS count FROM (
         SELECT form, substr(created_at, 1, 7) AS month, count(*) AS count FROM leads WHERE suspected_spam = 0 GROUP BY form, month
         UNION ALL SELECT form, substr(week, 1, 7), count FROM past_weeks)
       GROUP BY form, month`,
    )
    .all()
  return Array.from({ length: months }, (_, i) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - i)).toISOString().slice(0, 7)
    const own = rows.filter((row) => row.month === month)
    const counts = Object.fromEntries(
      allForms.map(({ name }) => [name, own.find(({ form }) => form === name)?.count ?? 0]),
    )
    return { month, counts, total: own.reduce((sum, { count }) => sum + count, 0) }
  })
}

/** Returns when the newest submission of any form was received, UTC ISO 8601; undefined if there is none. */
export function newestLead(db: Database): string | undefined {
  return pluck<string | null>(db, 'SELECT max(created_at) FROM leads').get() ?? undefined
}
