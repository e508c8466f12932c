import type { FormName } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { lastRun } from '../database/last-runs.ts'
import { remindersBetween } from '../leads/follow-up.ts'
import type { Lead } from '../leads/leads.ts'
import { countReceived } from '../leads/statistics.ts'
import { waitingSince } from '../leads/worklist.ts'
import { readVisits, type VisitFigures } from '../visits/read-visits.ts'
import { daysAfter, morningOf } from './paris-mornings.ts'

/** What a week brought and what waits at its end; times are UTC ISO text. */
export interface WeekFigures {
  /** End of the week. */
  until: string
  /** Submissions of the week by form, without suspected spam. */
  received: Partial<Record<FormName, number>>
  suspected: number
  /** When those arrived that wait for an answer, the oldest first. */
  waiting: string[]
  /** Reminders of the next seven days, by day (AAAA-MM-JJ). */
  reminders: Pick<Lead, 'reference' | 'remind_on'>[]
  lastBackup: string | undefined
  /** Of the seven days before the Monday. */
  visits: Pick<VisitFigures, 'visits' | 'visitsBefore' | 'since'>
}

/** The figures of the week that ends on the morning of a Monday (AAAA-MM-JJ) in Paris. */
export function weekFigures(db: Database, monday: string): WeekFigures {
  const [since, until] = [morningOf(daysAfter(monday, -7)), morningOf(monday)]
  const nextMonday = daysAfter(monday, 7)
  return {
    until,
    ...countReceived(db, since, until),
    waiting: waitingSince(db, until),
    reminders: remindersBetween(db, monday, nextMonday),
    lastBackup: lastRun(db, 'backup'),
    visits: readVisits(db, daysAfter(monday, -1), 7),
  }
}

/** True where something happened or waits. */
export function hasNews({ received, suspected, waiting, reminders }: WeekFigures): boolean {
  return Object.keys(received).length + suspected + waiting.length + reminders.length > 0
}
