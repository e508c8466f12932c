import { allForms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { countByState, countSubmissions, lastWeeks, leadsPerWeek } from '../leads/statistics.ts'

/** Number of weeks shown, including the current one. */
const WEEKS = 12

/** Reads the figures of the desk. */
export function readFigures(db: Database, now: Date) {
  return {
    forms: allForms.map((form) => {
      const perWeek = leadsPerWeek(db, form)
      return {
        form: form.name,
        counts: countSubmissions(db, form, now),
        /** Total received, including purged ones, without suspected spam. */
        ever: [...perWeek.values()].reduce((sum, count) => sum + count, 0),
        weeks: lastWeeks(perWeek, now, WEEKS),
      }
    }),
    /** Submissions that need a reply, by state, without suspected spam. */
    states: countByState(db),
  }
}
