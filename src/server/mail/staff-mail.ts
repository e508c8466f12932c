import { dayInParis } from '../../forms/calendar.ts'
import { type Clock, HOUR_MS } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createReminders } from '../leads/follow-up/follow-up.ts'
import { dayFigures, MORNING_HOURS } from './day-figures.ts'
import type { Outbox } from './outbox.ts'
import { hasNews, weekFigures } from './week-figures.ts'

/** Maximum number of reminders queued in one run; the rest follow in the next runs. */
const REMINDERS_MAX = 20
const MONDAY = 1

/**
 * Returns a function that queues the scheduled e-mails to MAIL_TO, if there is anything to report: reminders on
 * their day, the daily summary every morning and the weekly one on Mondays. Call it often; it queues each only once.
 */
export function createStaffMail(db: Database, outbox: Outbox, clock: Clock): () => void {
  const reminders = createReminders(db)
  const queued = db.prepare('SELECT 1 FROM outbox WHERE kind = ? AND about = ?')
  /** Day of the last run, so that a day without news is counted only once. */
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
    // The day in Paris, which begins at MORNING_HOURS here.
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
