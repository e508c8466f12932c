import { dayInParis } from '../../forms/age.ts'
import { allForms, type FormName } from '../../forms/index.ts'
import type { LeadState } from '../../forms/states.ts'
import type { Database } from '../database/database.ts'
import { countByState, countSubmissions, leadsPerWeek, type SubmissionCounts } from '../leads/statistics.ts'
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
const WEEK_MS = 7 * 86_400_000

export function readFigures(db: Database, now: Date): DeskFigures {
  const mondays = lastMondays(now)
  const today = dayInParis(now)
  return {
    forms: allForms.map((form) => {
      const perWeek = leadsPerWeek(db, form)
      return {
        form: form.name,
        counts: countSubmissions(db, form, now),
        ever: [...perWeek.values()].reduce((sum, count) => sum + count, 0),
        weeks: mondays.map((monday) => ({
          label: `${monday.slice(8)}/${monday.slice(5, 7)}`,
          value: perWeek.get(monday) ?? 0,
        })),
      }
    }),
    states: countByState(db),
    visits: { month: readVisits(db, today, VISIT_DAYS), week: readVisits(db, today, 7) },
  }
}

/** The Mondays of the last weeks as leadsPerWeek names them, the oldest first. */
function lastMondays(now: Date): string[] {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  const monday = now.getTime() - daysSinceMonday * 86_400_000
  return Array.from({ length: WEEKS }, (_, i) =>
    new Date(monday - (WEEKS - 1 - i) * WEEK_MS).toISOString().slice(0, 10),
  )
}
