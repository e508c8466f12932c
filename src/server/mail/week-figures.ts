import { before } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { lastRun } from '../database/last-runs.ts'
import { remindersBetween } from '../leads/follow-up/follow-up.ts'
import { leadsWithDraftAnswer, readToday, type TodayGroup, type TodayName } from '../leads/follow-up/today.ts'
import { waitingSince } from '../leads/follow-up/worklist.ts'
import { leadFinder } from '../leads/leads.ts'
import { countReceived } from '../leads/statistics.ts'
import { daysAfter } from '../paris-time.ts'
import { readVisits } from '../visits/read-visits.ts'
import { LATE_MS } from './backlog.ts'
import { morningOf } from './day-figures.ts'
import { countStuck } from './outbox-admin.ts'

export type WeekFigures = ReturnType<typeof weekFigures>

/** A scheduled letter. */
export interface PlannedLetter {
  subject: string
  /** UTC ISO text. */
  at: string
}

/** Maximum number of leads listed per group, and of the most urgent ones. */
const NAMED_MAX = 20
const URGENT_MAX = 5

/**
 * Returns the figures of the week that ends on the morning of a Monday (AAAA-MM-JJ) in Paris, and the open work at
 * its end; times are UTC ISO text.
 * @param letters the scheduled ones
 */
export function weekFigures(db: Database, monday: string, letters: readonly PlannedLetter[] = []) {
  const [since, until] = [morningOf(daysAfter(monday, -7)), morningOf(monday)]
  const nextMonday = daysAfter(monday, 7)
  const find = leadFinder(db)
  const named = (references: readonly string[]) =>
    references.slice(0, NAMED_MAX).flatMap((reference) => find(reference) ?? [])
  // Same groups and order as on the first page of the desk.
  const groups = readToday(db, { today: monday, dueBefore: until, most: NAMED_MAX })
  const of = (name: TodayName): Pick<TodayGroup, 'leads' | 'count'> =>
    groups.find((group) => group.name === name) ?? { leads: [], count: 0 }
  const week = readVisits(db, daysAfter(monday, -1), 7)
  return {
    /** End of the week. */
    until,
    /** Submissions of the week by form, without suspected spam. */
    ...countReceived(db, since, until),
    /** When the submissions that wait for a reply arrived, oldest first. */
    waiting: waitingSince(db, until),
    /** Withdrawals to be refunded, earliest deadline first, and their number. */
    refunds: of('remboursements'),
    /** The most urgent leads of the other groups. */
    urgent: (['promesses', 'rappels', 'ensuite'] as const).flatMap((name) => of(name).leads).slice(0, URGENT_MAX),
    /** Unsent: replies in draft, late e-mails, scheduled letters. */
    unsent: {
      begun: named(leadsWithDraftAnswer(db)),
      emails: countStuck(db, before(new Date(until), LATE_MS)),
      letters,
    },
    /** Reminders of the next seven days, by day. */
    reminders: named(remindersBetween(db, monday, nextMonday).map(({ reference }) => reference)),
    lastBackup: lastRun(db, 'backup'),
    /** Of the seven days before the Monday. */
    visits: { visits: week.visits, visitsBefore: week.visitsBefore, since: week.since },
  }
}

/** True if there is anything to report. */
export function hasNews({ received, suspected, waiting, reminders, refunds, unsent }: WeekFigures): boolean {
  const lists = [Object.keys(received), waiting, reminders, unsent.begun]
  return suspected + refunds.count > 0 || lists.some(({ length }) => length > 0)
}
