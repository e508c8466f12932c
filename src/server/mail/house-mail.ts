import { dayInParis } from '../../forms/age.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Outbox } from './outbox.ts'
import { hasNews, weekFigures } from './week-figures.ts'

const HOUR_MS = 3_600_000
/** Hour in Paris at which reminders and the weekly message are due. */
const DUE_HOUR = 8
/** Reminders that are queued at once; the next ones a moment later. */
const REMINDERS_MAX = 20

/**
 * Makes what writes to the house by itself: a reminder on its day, and on Mondays what the week brought and what waits,
 * where there is anything to say. To be called often; what is queued once is not queued again.
 */
export function createHouseMail(db: Database, outbox: Outbox, clock: Clock): () => void {
  const dueReminders = db.prepare<[string, number], { reference: string; form: string }>(
    'SELECT reference, form FROM follow_ups WHERE remind_on <= ? AND reminded_at IS NULL LIMIT ?',
  )
  const noteReminded = db.prepare('UPDATE follow_ups SET reminded_at = ? WHERE reference = ?')
  const weekly = db.prepare("SELECT 1 FROM outbox WHERE kind = 'weekly' AND reference = ?")
  /** The last Monday that was looked at, so that a quiet week is counted once. */
  let lastMonday: string | undefined

  function queueReminders(day: string): void {
    const due = dueReminders.all(day, REMINDERS_MAX)
    if (due.length === 0) return
    db.transaction(() => {
      for (const { reference, form } of due) {
        outbox.add({ kind: 'reminder', form, reference, recipient: null })
        noteReminded.run(clock().toISOString(), reference)
      }
    }).immediate()
  }

  function queueWeekly(day: string): void {
    if (day === lastMonday || !isMonday(day)) return
    const queued = weekly.get(day) !== undefined
    if (!queued && hasNews(weekFigures(db, day)))
      outbox.add({ kind: 'weekly', form: 'bureau', reference: day, recipient: null })
    lastMonday = day
  }

  return () => {
    // The day in Paris that has come to its eighth hour.
    const day = dayInParis(new Date(clock().getTime() - DUE_HOUR * HOUR_MS))
    queueReminders(day)
    queueWeekly(day)
  }
}

function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1
}
