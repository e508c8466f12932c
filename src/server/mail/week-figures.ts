import { type FormName, forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { lastRun } from '../database/last-runs.ts'
import { startOfDayInParis } from '../paris-time.ts'
import { waitingSince } from '../submissions/worklist.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A week ends on Monday at this hour in Paris. */
const END_HOUR = 8

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
  reminders: { reference: string; remindOn: string }[]
  lastBackup: string | undefined
}

/** The figures of the week that ends on a Monday (AAAA-MM-JJ) at eight in Paris. */
export function weekFigures(db: Database, monday: string): WeekFigures {
  const end = Date.parse(startOfDayInParis(monday) ?? '') + END_HOUR * HOUR_MS
  const [since, until] = [new Date(end - 7 * DAY_MS).toISOString(), new Date(end).toISOString()]
  const counted = db
    .prepare<unknown[], { form: FormName; suspected: number; count: number }>(
      `SELECT form, suspected, count(*) AS count FROM follow_ups WHERE received_at >= ? AND received_at < ?
       GROUP BY form, suspected`,
    )
    .all(since, until)
  const names = Object.keys(forms) as FormName[]
  const nextMonday = new Date(Date.parse(monday) + 7 * DAY_MS).toISOString().slice(0, 10)
  return {
    until,
    received: Object.fromEntries(
      names.flatMap((name) =>
        counted.filter(({ form, suspected }) => form === name && !suspected).map(({ count }) => [name, count]),
      ),
    ),
    suspected: counted.reduce((sum, { suspected, count }) => sum + suspected * count, 0),
    waiting: waitingSince(db, until),
    reminders: db
      .prepare<[string, string], { reference: string; remindOn: string }>(
        'SELECT reference, remind_on AS remindOn FROM follow_ups WHERE remind_on >= ? AND remind_on < ? ORDER BY remind_on',
      )
      .all(monday, nextMonday),
    lastBackup: lastRun(db, 'backup'),
  }
}

/** True where something happened or waits. */
export function hasNews({ received, suspected, waiting, reminders }: WeekFigures): boolean {
  return Object.keys(received).length + suspected + waiting.length + reminders.length > 0
}
