import { dayInParis } from '../../forms/age.ts'
import type { Form } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import { CONFIRM_DAYS, MAIL_TRACE_DAYS, UNSUBSCRIBED_DAYS } from '../../timings.ts'
import type { Database } from '../database/database.ts'
import { emptyLog } from '../database/empty-log.ts'
import { recordRun } from '../database/last-runs.ts'
import { purgeDeskAccess } from '../desk/sessions.ts'
import { monthsBefore } from '../paris-time.ts'
import { isList } from './consent.ts'

const DAY_MS = 86_400_000

const AGED = 'created_at < @before'
const NOT_KEPT = '(keep_until IS NULL OR keep_until < @today)'

/** Number of rows by form name. */
export type Counts = Record<string, number>

/** Counts the rows of each form that a purge would remove now. */
export function countPurgeable(db: Database, now: Date): Counts {
  return eachForm((form) =>
    Number(
      db
        .prepare(`SELECT count(*) FROM ${form.table} WHERE ${expired(form)}`)
        .pluck()
        .get(limits(form, now)),
    ),
  )
}

/**
 * Removes the rows whose retention period is over (RGPD art. 5.1.e): the form's `retentionMonths` after `created_at`,
 * some days after an unsubscription, or once the availability notice has gone. Rows that the operator keeps longer
 * (`keep_until`) stay. Triggers remove the e-mails and consent events of a removed row. Returns how many rows of each form
 * were removed.
 */
export function purge(db: Database, now: Date): Counts {
  const removed = db
    .transaction(() => {
      const counts = eachForm(
        (form) => db.prepare(`DELETE FROM ${form.table} WHERE ${expired(form)}`).run(limits(form, now)).changes,
      )
      const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
      // The e-mails of a withdrawal prove that its receipt was acknowledged, so they are kept as long as the notice.
      db.prepare("DELETE FROM outbox WHERE sent_at < ? AND form <> 'withdrawal'").run(daysAgo(MAIL_TRACE_DAYS))
      db.prepare("DELETE FROM consent_tokens WHERE purpose = 'confirm' AND created_at < ?").run(daysAgo(CONFIRM_DAYS))
      purgeDeskAccess(db, now)
      recordRun(db, 'purge', now)
      return counts
    })
    .immediate()
  emptyLog(db)
  return removed
}

/** How many rows of a form are past its `retentionMonths`, whatever else a purge would remove. */
export function countAged(db: Database, form: Form, now: Date): number {
  return Number(
    db.prepare(`SELECT count(*) FROM ${form.table} WHERE ${AGED} AND ${NOT_KEPT}`).pluck().get(limits(form, now)),
  )
}

/** SQL condition for the rows whose retention period is over, with the parameters of `limits`. */
function expired(form: Form): string {
  const list = isList(form) ? ' OR unsubscribed_at < @unsubscribed' : ''
  const announced = form.processing.endsWithLetter ? ` OR ${ANNOUNCED}` : ''
  return `(${AGED}${list}${announced}) AND ${NOT_KEPT}`
}

/**
 * What a sign-up was for is done when a letter to its list has gone to all, its own message included. Whoever came or
 * confirmed after that letter waits for the next one.
 */
const ANNOUNCED = `max(created_at, coalesce(asked_at, ''), coalesce(confirmed_at, '')) <= (
  SELECT max(created_at) FROM letters WHERE list = @form AND finished_at IS NOT NULL)`

function limits(form: Form, now: Date) {
  return {
    before: monthsBefore(now, form.processing.retentionMonths),
    today: dayInParis(now),
    ...(form.processing.endsWithLetter && { form: form.name }),
    ...(isList(form) && { unsubscribed: new Date(now.getTime() - UNSUBSCRIBED_DAYS * DAY_MS).toISOString() }),
  }
}

function eachForm(count: (form: Form) => number): Counts {
  return Object.fromEntries(Object.values(forms).map((form) => [form.name, count(form)]))
}
