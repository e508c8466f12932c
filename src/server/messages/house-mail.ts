import { dayInParis } from '../../forms/calendar.ts'
import { type Clock, HOUR_MS } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createReminders } from '../leads/follow-up/follow-up.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { dayFigures } from './day-figures.ts'
import { MORNING_HOURS } from './paris-mornings.ts'
import { hasNews, weekFigures } from './week-figures.ts'

/** Reminders that are queued at once; the next ones a moment later. */
const REMINDERS_MAX = 20
const MONDAY = 1

/**
 * Makes what writes to the house by itself: a reminder on its day, in the morning what the day before brought to the lists
 * and what is suspected, and on Mondays what the week brought and what waits, where there is anything to say. To be called often; what is queued once is not queued again.
 */
export function createHouseMail(db: Database, outbox: Outbox, clock: Clock): () => void {
  const reminders = createReminders(db)
  const queued = db.prepare('SELECT 1 FROM outbox WHERE kind = ? AND about = ?')
  /** The last day that was looked at, so that a quiet one is counted once. */
  let lastDay: string | undefined

  function queueReminders(day: string): void {
    const due = reminders.due(day, REMINDERS_MAX)
    if (due.length === 0) return
    db.transaction(() => {
      for (const { reference, form } of due) {
        outbox.add({ kind: 'reminder', form, reference, recipient: null })
        reminders.noteReminded(reference, clock().toISOString())
      }
    }).immediate()
  }

  function queueOnce(kind: string, day: string, hasNews: () => boolean): void {
    if (!queued.get(kind, day) && hasNews()) outbox.add({ kind, form: 'bureau', about: day, recipient: null })
  }

  return () => {
    // The day in Paris that has come to its eighth hour.
    const day = dayInParis(new Date(clock().getTime() - MORNING_HOURS * HOUR_MS))
    queueReminders(day)
    if (day === lastDay) return
    queueOnce('daily', day, () => {
      const { signUps, suspected } = dayFigures(db, day)
      return signUps.length + suspected.count > 0
    })
    if (new Date(day).getUTCDay() === MONDAY) queueOnce('weekly', day, () => hasNews(weekFigures(db, day)))
    lastDay = day
  }
}
