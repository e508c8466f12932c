import { dayInParis } from '../../forms/calendar.ts'
import { allForms, type FormName } from '../../forms/index.ts'
import type { LeadState } from '../../forms/states.ts'
import type { Database } from '../database/database.ts'
import { countByState, countSubmissions, lastWeeks, leadsPerWeek, type SubmissionCounts } from '../leads/statistics.ts'
import { readVisits, type VisitFigures } from '../visits/read-visits.ts'

/** What the desk shows in figures. */
export interface DeskFigures {
  forms: {
    form: FormName
    counts: SubmissionCounts
    /** Received since the beginning, those that were purged included, suspected spam aside. */
    ever: number
    weeks: { label: string; value: number }[]
  }[]
  /** Submissions that ask for an answer, by state, without suspected spam. */
  states: { state: LeadState; count: number }[]
  visits: {
    /** Of four weeks, and of their last. */
    month: VisitFigures
    week: VisitFigures
  }
}

/** Weeks that are shown, the present one included. */
const WEEKS = 12
/** Days over which visits are shown. */
const VISIT_DAYS = 28

export function readFigures(db: Database, now: Date): DeskFigures {
  const today = dayInParis(now)
  return {
    forms: allForms.map((form) => {
      const perWeek = leadsPerWeek(db, form)
      return {
        form: form.name,
        counts: countSubmissions(db, form, now),
        ever: [...perWeek.values()].reduce((sum, count) => sum + count, 0),
        weeks: lastWeeks(perWeek, now, WEEKS),
      }
    }),
    states: countByState(db),
    visits: { month: readVisits(db, today, VISIT_DAYS), week: readVisits(db, today, 7) },
  }
}
