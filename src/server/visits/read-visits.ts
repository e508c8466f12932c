import { type Database, pluck } from '../database/database.ts'
import { daysAfter } from '../paris-time.ts'
import type { Counted } from './visits.ts'

/** A name and how often it was counted. */
export interface Sum {
  name: string
  count: number
}

export type VisitFigures = ReturnType<typeof readVisits>

const NAMED = 8

/**
 * Returns the visit figures of a number of days that end with `until`.
 * @param until the last day, AAAA-MM-JJ in Paris
 */
export function readVisits(db: Database, until: string, days: number) {
  const dayBefore = (count: number) => daysAfter(until, -count)
  const since = dayBefore(days - 1)
  const sums = db.prepare<[string, string, Counted], Sum>(
    `SELECT name, sum(count) AS count FROM visits WHERE day BETWEEN ? AND ? AND what = ?
     GROUP BY name ORDER BY count DESC, name`,
  )
  const of = (what: Counted) => sums.all(since, until, what)
  const byName = (what: Counted) => new Map(of(what).map(({ name, count }) => [name, count]))
  const perDay = new Map(
    db
      .prepare<[string, string], [string, number]>(
        "SELECT day, count FROM visits WHERE day BETWEEN ? AND ? AND what = 'visit'",
      )
      .raw()
      .all(since, until),
  )
  return {
    /** Every day, the oldest first, AAAA-MM-JJ in Paris. */
    days: Array.from({ length: days }, (_, i) => {
      const day = dayBefore(days - 1 - i)
      return { day, visits: perDay.get(day) ?? 0 }
    }),
    visits: of('visit')[0]?.count ?? 0,
    /** First day with figures; undefined if nothing was ever counted. */
    since: pluck<string | null>(db, 'SELECT min(day) FROM visits').get() ?? undefined,
    /** Visits in the preceding period of the same length. */
    visitsBefore: sums.get(dayBefore(2 * days - 1), dayBefore(days), 'visit')?.count ?? 0,
    /** The most opened pages, and the hosts that most visits came from. */
    pages: of('page').slice(0, NAMED),
    hosts: of('host').slice(0, NAMED),
    /** By form name: how often a page with the form was opened, and how often the form was sent. */
    reached: byName('reached'),
    sent: byName('sent'),
  }
}
