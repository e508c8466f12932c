import { lists } from '../../forms/index.ts'
import { HOUR_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { suspectedLeads } from '../leads/leads.ts'
import { countReceived } from '../leads/statistics.ts'
import { daysAfter, startOfDayInParis } from '../paris-time.ts'

const SUSPECTED_SHOWN_MAX = 30

export type DayFigures = ReturnType<typeof dayFigures>

/**
 * Figures of the daily summary, sign-ups to lists and suspected leads, up to the morning of a day (AAAA-MM-JJ) in
 * Paris. They start at the last daily summary, or else a day earlier, so that none is lost if the site was down.
 */
export function dayFigures(db: Database, day: string) {
  const told = pluck<string | null>(db, "SELECT max(about) FROM outbox WHERE kind = 'daily' AND about < ?").get(day)
  const firstDay = told ?? daysAfter(day, -1)
  const [since, until] = [morningOf(firstDay), morningOf(day)]
  const { received, suspected } = countReceived(db, since, until)
  const signUps = lists.map(({ name, deskTitle }) => ({ title: deskTitle, count: received[name] ?? 0 }))
  return {
    /** Day on whose morning they start, AAAA-MM-JJ in Paris. */
    firstDay,
    signUps: signUps.filter(({ count }) => count > 0),
    /** Number of suspected leads, and the latest of them, newest first. */
    suspected: { count: suspected, leads: suspectedLeads(db, { since, until }, SUSPECTED_SHOWN_MAX) },
  }
}

/** Hours after midnight in Paris at which daily messages to MAIL_TO are queued. */
export const MORNING_HOURS = 8

/**
 * Returns the instant MORNING_HOURS after midnight of a day (AAAA-MM-JJ) in Paris, UTC ISO 8601. Periods from one
 * morning to another have neither gap nor overlap when the clocks change.
 */
export function morningOf(day: string): string {
  return new Date(Date.parse(startOfDayInParis(day) ?? '') + MORNING_HOURS * HOUR_MS).toISOString()
}
