import type { FormName } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import { lastRun } from '../database/last-runs.ts'
import { remindersBetween } from '../leads/follow-up/follow-up.ts'
import { begunAnswers, readToday, type TodayName } from '../leads/follow-up/today.ts'
import { waitingSince } from '../leads/follow-up/worklist.ts'
import { type Lead, leadFinder } from '../leads/leads.ts'
import { countReceived } from '../leads/statistics.ts'
import { countStuck } from '../outbox/outbox-admin.ts'
import { daysAfter } from '../paris-time.ts'
import { readVisits, type VisitFigures } from '../visits/read-visits.ts'
import { morningOf } from './paris-mornings.ts'

/** What a week brought and what waits at its end; times are UTC ISO text. */
export interface WeekFigures {
  /** End of the week. */
  until: string
  /** Submissions of the week by form, without suspected spam. */
  received: Partial<Record<FormName, number>>
  suspected: number
  /** When those arrived that wait for an answer, the oldest first. */
  waiting: string[]
  /** Withdrawals that are to be refunded, the first due first, and how many there are. */
  refunds: { leads: Lead[]; count: number }
  /** What is to be done first of the rest. */
  urgent: Lead[]
  /** What waits to be sent: answers that were begun, e-mails that did not go, letters with their hour. */
  unsent: { begun: Lead[]; emails: number; letters: readonly PlannedLetter[] }
  /** Reminders of the next seven days, by day. */
  reminders: Lead[]
  lastBackup: string | undefined
  /** Of the seven days before the Monday. */
  visits: Pick<VisitFigures, 'visits' | 'visitsBefore' | 'since'>
}

/** A letter that goes at its hour. */
export interface PlannedLetter {
  subject: string
  /** UTC ISO text. */
  at: string
}

/** Leads that are named of each sort, and of those that are most urgent. */
const NAMED_MAX = 20
const URGENT_MAX = 5
/** What waits for longer than this, in milliseconds, is not on its way. */
const LATE_MS = 30 * 60_000

/** The figures of the week that ends on the morning of a Monday (AAAA-MM-JJ) in Paris. @param letters that have their hour */
export function weekFigures(db: Database, monday: string, letters: readonly PlannedLetter[] = []): WeekFigures {
  const [since, until] = [morningOf(daysAfter(monday, -7)), morningOf(monday)]
  const nextMonday = daysAfter(monday, 7)
  const find = leadFinder(db)
  const named = (references: readonly string[]) =>
    references.slice(0, NAMED_MAX).flatMap((reference) => find(reference) ?? [])
  // Whatever waits is due at some time: the first page of the desk has the same order.
  const groups = readToday(db, { today: monday, dueBefore: until, most: NAMED_MAX })
  const of = (name: TodayName) => groups.find((group) => group.name === name) ?? { leads: [], count: 0 }
  return {
    until,
    ...countReceived(db, since, until),
    waiting: waitingSince(db, until),
    refunds: of('remboursements'),
    urgent: (['promesses', 'rappels', 'ensuite'] as const).flatMap((name) => of(name).leads).slice(0, URGENT_MAX),
    unsent: {
      begun: named(begunAnswers(db)),
      emails: countStuck(db, new Date(Date.parse(until) - LATE_MS)),
      letters,
    },
    reminders: named(remindersBetween(db, monday, nextMonday).map(({ reference }) => reference)),
    lastBackup: lastRun(db, 'backup'),
    visits: readVisits(db, daysAfter(monday, -1), 7),
  }
}

/** True where something happened or waits. */
export function hasNews({ received, suspected, waiting, reminders, refunds, unsent }: WeekFigures): boolean {
  const lists = [Object.keys(received), waiting, reminders, unsent.begun, unsent.letters]
  return suspected + refunds.count > 0 || lists.some(({ length }) => length > 0)
}
