import { dayInParis } from '../../forms/calendar.ts'
import { allForms } from '../../forms/index.ts'
import { counted } from '../counted.ts'
import type { Database } from '../database/database.ts'
import { countByState, countSubmissions, lastWeeks, leadsPerWeek } from '../leads/statistics.ts'
import { readVisits, type VisitFigures } from '../visits/read-visits.ts'

/** Number of weeks shown, including the current one. */
const WEEKS = 12
const VISIT_DAYS = 28

/** Reads the figures of the desk. */
export function readFigures(db: Database, now: Date) {
  const today = dayInParis(now)
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
    /** Visits of the last four weeks and of the last week. */
    visits: { month: readVisits(db, today, VISIT_DAYS), week: readVisits(db, today, 7) },
  }
}

/** Summarizes the visits of a week in French; distinguishes no visitors from visitors who send nothing. */
export function visitsSummary({ visits, visitsBefore, sent }: VisitFigures): string {
  const forms = [...sent.values()].reduce((sum, count) => sum + count, 0)
  const before = visitsBefore > 0 ? ` (${visitsBefore} les sept jours d’avant)` : ''
  if (visits === 0) return `Personne n’est venu sur le site depuis sept jours${before}.`
  const came = `${counted(visits, 'visite', 'visites')} en sept jours${before}`
  if (forms === 0) return `${came} : on vient, et personne n’a écrit.`
  return `${came} : ${counted(forms, 'formulaire envoyé', 'formulaires envoyés')}.`
}
