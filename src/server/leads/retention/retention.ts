import { CONFIRM_DAYS, MAIL_TRACE_DAYS, UNSUBSCRIBED_DAYS } from '../../../browser/timings.ts'
import { dayInParis } from '../../../forms/calendar.ts'
import type { Form } from '../../../forms/form.ts'
import { allForms } from '../../../forms/index.ts'
import { before, DAY_MS, HOUR_MS } from '../../clock.ts'
import { type Database, emptyLog, pluck } from '../../database/database.ts'
import { recordRun } from '../../database/small-facts.ts'
import { monthsBefore } from '../../paris-time.ts'
import { leadsOf } from '../leads.ts'
import { SERVED } from '../lists/sign-ups.ts'
import { WEEK } from '../statistics.ts'

/**
 * SQL condition for sign-ups without a contact for the retention period. Entering a confirmed address again is a
 * contact and sets `asked_at`.
 */
const NO_RECENT_CONTACT = "(confirmed_at IS NULL OR max(confirmed_at, coalesce(asked_at, '')) < @before)"
/**
 * SQL condition for sign-ups that were not confirmed while the link was valid. Only a confirmation request that was
 * sent, or permanently rejected for the address, starts this time; one that is held or still queued does not. After an
 * objection there is no request, and the sign-up itself starts it.
 */
const UNCONFIRMED_IN_TIME = `confirmed_at IS NULL AND unsubscribed_at IS NULL AND asked_at < @linkless AND (
  SELECT iif(count(*) = 0, asked_at, max(coalesce(sent_at, iif(failure = 'refused', failed_at, NULL)))) FROM outbox
  WHERE outbox.reference = leads.reference AND kind = 'confirmation' AND recipient = email) < @linkless`
/**
 * SQL condition for leads that need not be kept. Accepted applications without `keep_until` are kept, because the
 * notices promise to keep them for the contract and years after; the desk sets the end. Suspended ones are kept for the
 * person (RGPD art. 18).
 */
const NOT_KEPT = "iif(keep_until IS NULL, outcome IS NOT 'accepted', keep_until < @today) AND suspended_at IS NULL"

/** SQL condition for served sign-ups without an e-mail that MAIL_PER_HOUR still counts, as it goes with its sign-up. */
const SERVED_EARLIER = `${SERVED} AND NOT EXISTS (
  SELECT 1 FROM outbox WHERE outbox.reference = leads.reference AND sent_at BETWEEN @hour AND @now)`

/**
 * SQL condition for leads that are as old as their date says. A lead that has a higher number than one of the retention
 * period arrived after it: the clock was behind.
 */
const NOT_DATED_BEHIND = 'id < coalesce((SELECT min(id) FROM leads WHERE created_at BETWEEN @before AND @at), 9e18)'

/** Number of rows by form name. */
type Counts = Record<string, number>

/** Returns the leads that a purge would remove now, oldest first. */
export function listPurgeable(db: Database, now: Date): { reference: string; form: string; created_at: string }[] {
  return allForms.flatMap((form) =>
    db
      .prepare<[object], { reference: string; form: string; created_at: string }>(
        `SELECT reference, form, created_at FROM leads WHERE ${expired(form)} ORDER BY id`,
      )
      .all(purgeParameters(form, now)),
  )
}

/**
 * Deletes the rows whose retention period is over (RGPD art. 5.1.e): the form's `retentionMonths` after the
 * person last wrote, or on a list after the last contact; some days after an unsubscription, or without a confirmation; an hour after
 * the availability notice was sent. Keeps rows until `keep_until`, and accepted ones without such a day. Rows that
 * refer to a deleted row are deleted too. Returns the number of deleted rows of each form.
 */
export function purge(db: Database, now: Date): Counts {
  const removed = db
    .transaction(() => {
      const counts = eachForm((form) => {
        keepCounts(db, form, now)
        return db.prepare(`DELETE FROM leads WHERE ${expired(form)}`).run(purgeParameters(form, now)).changes
      })
      // E-mails of forms with a legal obligation prove the acknowledgement, so they are kept as long as their lead.
      const proofs = allForms.filter(({ processing }) => processing.legalBases.includes('obligation'))
      db.prepare('DELETE FROM outbox WHERE sent_at < ? AND form NOT IN (SELECT value FROM json_each(?))').run(
        before(now, MAIL_TRACE_DAYS * DAY_MS),
        JSON.stringify(proofs.map(({ name }) => name)),
      )
      db.prepare("DELETE FROM consent_tokens WHERE purpose = 'confirm' AND created_at < ?").run(
        before(now, CONFIRM_DAYS * DAY_MS),
      )
      recordRun(db, 'purge', now)
      return counts
    })
    .immediate()
  emptyLog(db)
  return removed
}

/** Adds the rows about to be deleted to `past_weeks`, so that statistics keep their number without personal data. */
function keepCounts(db: Database, form: Form, now: Date): void {
  db.prepare(
    `INSERT INTO past_weeks (form, week, count) SELECT form, ${WEEK} AS week, count(*) FROM leads
     WHERE suspected_spam = 0 AND (${expired(form)}) GROUP BY week
     ON CONFLICT (form, week) DO UPDATE SET count = count + excluded.count`,
  ).run(purgeParameters(form, now))
}

/** Counts the rows of a form that a purge would delete only because of their age, which a wrong clock changes. */
export function countAged(db: Database, form: Form, now: Date): number {
  const old = form.isList ? `(${aged(form)} OR ${ofList(form, UNCONFIRMED_IN_TIME)})` : aged(form)
  return Number(pluck(db, `SELECT count(*) FROM leads WHERE ${old} AND ${NOT_KEPT}`).get(purgeParameters(form, now)))
}

/** SQL condition for the rows that are past their form's `retentionMonths`. */
function aged(form: Form): string {
  const old = `form = @form AND created_at < @before AND ${NOT_DATED_BEHIND} AND NOT EXISTS (
    SELECT 1 FROM thread WHERE thread.reference = leads.reference AND kind = 'received' AND thread.at >= @before)`
  return form.isList ? `${old} AND ${ofList(form, NO_RECENT_CONTACT)}` : old
}

/** Returns a SQL condition for the leads of a list whose sign-up meets a condition. */
function ofList(form: Form, condition: string): string {
  return `reference IN (SELECT reference FROM ${leadsOf(form)} WHERE ${condition})`
}

/** SQL condition for the rows whose retention period is over, with the parameters of `purgeParameters`. */
function expired(form: Form): string {
  const ended = [
    ...(form.isList ? ['unsubscribed_at < @unsubscribed', UNCONFIRMED_IN_TIME] : []),
    ...(form.processing.endsWithLetter ? [SERVED_EARLIER] : []),
  ]
  const signUps = ended.map((each) => ` OR ${ofList(form, each)}`)
  return `(${aged(form)}${signUps.join('')}) AND ${NOT_KEPT}`
}

function purgeParameters(form: Form, now: Date) {
  return {
    before: monthsBefore(now, form.processing.retentionMonths),
    today: dayInParis(now),
    form: form.name,
    at: now.toISOString(),
    ...(form.isList && {
      unsubscribed: before(now, UNSUBSCRIBED_DAYS * DAY_MS),
      linkless: before(now, CONFIRM_DAYS * DAY_MS),
      hour: before(now, HOUR_MS),
      now: before(now, 0),
    }),
  }
}

function eachForm(count: (form: Form) => number): Counts {
  return Object.fromEntries(allForms.map((form) => [form.name, count(form)]))
}
