import { lists } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { suspectedLeads } from '../leads/leads.ts'
import { countReceived } from '../leads/statistics.ts'
import { daysAfter } from '../paris-time.ts'
import { morningOf } from './paris-mornings.ts'

/** Suspected leads that are named. */
const SUSPECTED_SHOWN_MAX = 30

export type DayFigures = ReturnType<typeof dayFigures>

/**
 * What the house is told of once: sign-ups to the lists, and what is suspected. What came until the morning of a day
 * (AAAA-MM-JJ) in Paris, since the last such message; in the day before where there was none. A site that was off for days thus leaves nothing out.
 */
export function dayFigures(db: Database, day: string) {
  const told = pluck<string | null>(db, "SELECT max(about) FROM outbox WHERE kind = 'daily' AND about < ?").get(day)
  const [since, until] = [morningOf(told ?? daysAfter(day, -1)), morningOf(day)]
  const { received, suspected } = countReceived(db, since, until)
  const signUps = lists.map(({ name, houseTitle }) => ({ title: houseTitle, count: received[name] ?? 0 }))
  return {
    signUps: signUps.filter(({ count }) => count > 0),
    /** How many there are, and the latest of them, the latest first. */
    suspected: { count: suspected, leads: suspectedLeads(db, { since, until }, SUSPECTED_SHOWN_MAX) },
  }
}
