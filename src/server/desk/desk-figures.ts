import type { FormName } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { STATES, type State } from '../submissions/follow-up.ts'
import { allForms } from '../submissions/leads.ts'
import { countSubmissions, leadsPerWeek, type SubmissionCounts } from '../submissions/statistics.ts'

/** What the desk shows in figures. */
export interface DeskFigures {
  forms: { form: FormName; counts: SubmissionCounts; weeks: { label: string; value: number }[] }[]
  /** Submissions that ask for an answer, by state, without suspected spam. */
  states: { state: State; count: number }[]
}

/** Weeks that are shown, the present one included. */
const WEEKS = 12
const WEEK_MS = 7 * 86_400_000

export function readFigures(db: Database, now: Date): DeskFigures {
  const mondays = lastMondays(now)
  const counted = db
    .prepare<[string], { state: State; count: number }>(
      `SELECT state, count(*) AS count FROM follow_ups WHERE suspected = 0
       AND form IN (SELECT value FROM json_each(?)) GROUP BY state`,
    )
    .all(JSON.stringify(allForms.filter(({ uniqueBy }) => !uniqueBy).map(({ name }) => name)))
  return {
    forms: allForms.map((form) => {
      const perWeek = leadsPerWeek(db, form)
      return {
        form: form.name as FormName,
        counts: countSubmissions(db, form, now),
        weeks: mondays.map((monday) => ({
          label: `${monday.slice(8)}/${monday.slice(5, 7)}`,
          value: perWeek.get(monday) ?? 0,
        })),
      }
    }),
    states: STATES.map((state) => ({ state, count: counted.find((row) => row.state === state)?.count ?? 0 })),
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
