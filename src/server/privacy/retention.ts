import { dayInParis } from '../../forms/age.ts'
import type { Form } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, UNSUBSCRIBED_DAYS } from '../../timings.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { mark } from '../database/last-runs.ts'
import { log, logError } from '../log.ts'
import { monthsBefore } from '../paris-time.ts'
import { lists } from './consent.ts'

const DAY_MS = 86_400_000

/** How many rows of each form are past their time. */
export type Counts = Record<string, number>

const NOT_KEPT = '(keep_until IS NULL OR keep_until < @today)'

/** What a purge would remove now, by form name. */
export function duePurge(db: Database, now: Date): Counts {
  return eachForm((form) =>
    Number(
      db
        .prepare(`SELECT count(*) FROM ${form.table} WHERE ${condition(form)}`)
        .pluck()
        .get(limits(form, now)),
    ),
  )
}

/**
 * Removes the rows that are past the period which their form states, counted from `created_at`, unless the operator
 * keeps them longer (RGPD art. 5.1.e), with all that was written about them.
 */
export function purge(db: Database, now: Date): Counts {
  return db
    .transaction(() => {
      const counts = eachForm(
        (form) => db.prepare(`DELETE FROM ${form.table} WHERE ${condition(form)}`).run(limits(form, now)).changes,
      )
      const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
      // A withdrawal's stay with its notice, whose receipt they prove.
      db.prepare("DELETE FROM outbox WHERE sent_at < ? AND form <> 'withdrawal'").run(daysAgo(MAIL_TRACE_DAYS))
      db.prepare("DELETE FROM consent_tokens WHERE purpose = 'confirm' AND created_at < ?").run(daysAgo(CONFIRM_DAYS))
      mark(db, 'purge', now)
      return counts
    })
    .immediate()
}

/** Purges now and then daily, while the process runs. Logs counts only. Gives what ends it. */
export function startDailyPurge(db: Database, clock: Clock): () => void {
  const run = () => {
    try {
      const counts = Object.entries(purge(db, clock())).filter(([, count]) => count > 0)
      log(`purge ${counts.map(([name, count]) => `${name}=${count}`).join(' ') || 'nothing'}`)
    } catch (error) {
      logError('purge', error)
    }
  }
  run()
  const timer = setInterval(run, DAY_MS)
  return () => clearInterval(timer)
}

function condition(form: Form): string {
  const over = lists.includes(form)
    ? '(created_at < @before OR unsubscribed_at < @unsubscribed)'
    : 'created_at < @before'
  return `${over} AND ${NOT_KEPT}`
}

function limits(form: Form, now: Date) {
  return {
    before: monthsBefore(now, form.processing.retentionMonths),
    today: dayInParis(now),
    ...(lists.includes(form) && { unsubscribed: new Date(now.getTime() - UNSUBSCRIBED_DAYS * DAY_MS).toISOString() }),
  }
}

function eachForm(count: (form: Form) => number): Counts {
  return Object.fromEntries(Object.values(forms).map((form) => [form.name, count(form)]))
}
