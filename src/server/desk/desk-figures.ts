import { dayInParis } from '../../forms/calendar.ts'
import { allForms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { countByState, countSubmissions, lastWeeks, leadsPerWeek } from '../leads/statistics.ts'
import { readVisits } from '../visits/read-visits.ts'

/** Weeks that are shown, the present one included. */
const WEEKS = 12
/** Days over which visits are shown. */
const VISIT_DAYS = 28

/** What the desk shows in figures. */
export function readFigures(db: Database, now: Date) {
  const today = dayInParis(now)
  return {
    forms: allForms.map((form) => {
      const perWeek = leadsPerWeek(db, form)
      return {
        form: form.name,
        counts: countSubmissions(db, form, now),
        /** Received since the beginning, those that were purged included, suspected spam aside. */
        ever: [...perWeek.values()].reduce((sum, count) => sum + count, 0),
        weeks: lastWeeks(perWeek, now, WEEKS),
      }
    }),
    /** Submissions that ask for an answer, by state, without suspected spam. */
    states: countByState(db),
    /** Of four weeks, and of their last. */
    visits: { month: readVisits(db, today, VISIT_DAYS), week: readVisits(db, today, 7) },
  }
}
