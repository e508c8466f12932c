import { isList } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import { counted } from '../counted.ts'
import type { Database } from '../database/database.ts'
import { emptyLog } from '../database/empty-log.ts'
import { mailboxOf } from '../outbox/mailbox.ts'
import type { Queued } from '../outbox/outbox-admin.ts'
import type { HashEmail } from '../people/email-hash.ts'
import { appendErasures } from '../people/erasures.ts'
import type { Objections } from '../people/objections.ts'
import { leadChanges } from './follow-up/follow-up.ts'
import { allSenders, deleteLead, formOf, leadsFrom, noticeOf, signUpState } from './leads.ts'
import { isClockDoubted, lastKnownTime } from './retention/known-time.ts'
import { replayErasures } from './retention/replay-erasures.ts'

export type Person = ReturnType<typeof findPerson>

/**
 * Gathers everything that is held about the owner of an e-mail address (RGPD art. 15); upper and lower case are the same.
 */
export function findPerson(db: Database, objections: Objections, email: string) {
  const events = db.prepare<[string], { event: string; at: string; notice_version: string }>(
    'SELECT event, at, notice_version FROM consent_events WHERE reference = ? ORDER BY id',
  )
  const replies = db.prepare<[string], { at: string; text: string }>(
    'SELECT at, text FROM replies WHERE reference = ? ORDER BY id',
  )
  const pieces = db.prepare<[string], { pieces: number; state: string; at: string }>(
    'SELECT pieces, state, at FROM series_pieces WHERE reference = ? ORDER BY id',
  )
  const submissions = leadsFrom(db, email)
    .reverse()
    .map((lead) => ({
      lead,
      /** The privacy notice that the person saw. */
      notice: noticeOf(db, lead),
      /** Steps of the consent, oldest first; empty for a form that is no list. */
      consent: events.all(lead.reference),
      /** What the house noted about it, the latest first; not who, whose address is theirs (RGPD art. 15.4). */
      followUp: leadChanges(db, lead.reference).map(({ author: _, ...change }) => change),
      /** What the house answered in the desk, oldest first. */
      replies: replies.all(lead.reference),
      /** Pieces of the series that were reserved for it or have gone, in the order in which they were noted. */
      pieces: pieces.all(lead.reference),
    }))
  const emails = db
    .prepare<[string, string], Pick<Queued, 'kind' | 'reference' | 'created_at' | 'sent_at' | 'failed_at'>>(
      `SELECT kind, coalesce(reference, about) AS reference, created_at, sent_at, failed_at FROM outbox
       WHERE recipient = ? OR reference IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(email, JSON.stringify(submissions.map(({ lead }) => lead.reference)))
  return { email, submissions, emails, objected: objections.has(email) }
}

/** The same as plain data for a JSON file, which the person may pass on to another service (RGPD art. 20). */
export function toPortableData({ email, submissions, emails, objected }: Person): object {
  return {
    email,
    objected,
    submissions: submissions.map(({ lead, ...held }) => {
      const { id: _, submission_key: __, state: status, ...columns } = lead
      return { ...columns, status, state: signUpState(lead), ...held }
    }),
    emails,
  }
}

/** What the erasure of a person would remove, and what the law says of it, in French; for command and desk alike. */
export function describeErasure({ email, submissions, emails }: Person): string[] {
  const kept = submissions.filter(({ lead }) => formOf(lead).processing.legalBases.includes('obligation'))
  const reserved = submissions.flatMap(({ pieces }) => pieces).filter(({ state }) => state === 'réservée')
  const count = reserved.reduce((sum, { pieces }) => sum + pieces, 0)
  return [
    `${email} : ${counted(submissions.length, 'envoi')}, ${counted(emails.length, 'e-mail')}.`,
    ...new Set(
      kept.map(
        ({ lead }) =>
          `Dont : ${formOf(lead).houseTitle.toLowerCase()}, que la loi demande de garder avec la commande (RGPD art. 17.3).`,
      ),
    ),
    ...(count > 0
      ? [
          `Pièces de la série à son nom : ${count}. Le registre les garde réservées, sans nom, tant que vous ne les libérez pas.`,
        ]
      : []),
  ]
}

/**
 * Erases the rows of an e-mail address from every table and the outbox (RGPD art. 17). The log of erasures is written
 * first: if the process ends in between, the next start erases the rows.
 * @returns how many submissions were removed
 */
export function erasePerson(db: Database, databasePath: string, hash: HashEmail, clock: Clock, email: string): number {
  const leads = leadsFrom(db, email)
  const known = knownTime(db, clock())
  const newest = leads.reduce((latest, { created_at }) => Math.max(latest, Date.parse(created_at)), known)
  const line = (subject: string, at: number) => `${new Date(at + 1).toISOString()} ${hash(subject)}`
  // The references too: an older database may hold the rows under an address that was corrected since. Only they are dated
  // after rows from a clock that was ahead: what comes from the address until then is not to be erased.
  appendErasures(databasePath, [line(email, known), ...leads.map(({ reference }) => line(reference, newest))])
  const removed = db
    .transaction(() => {
      const counts = leadsFrom(db, email).map(({ reference }) => deleteLead(db, reference))
      db.prepare('DELETE FROM outbox WHERE recipient = ?').run(email)
      // Notes the lines as applied, after those of an erasure that was cut off.
      replayErasures(db, databasePath, hash)
      return counts.length
    })
    .immediate()
  emptyLog(db)
  return removed
}

/**
 * The latest time that is known to have come, in milliseconds: not that of a doubted clock, which would erase from an older
 * copy what the person sends in the years to come, nor that of one that is behind.
 */
function knownTime(db: Database, now: Date): number {
  const last = Date.parse(lastKnownTime(db) ?? '') || 0
  return isClockDoubted(db, now) ? last : Math.max(last, now.getTime())
}

/**
 * Records an objection (RGPD art. 21): removes every spelling of the mailbox from the mailing lists and keeps keyed hashes,
 * so that a new sign-up gets no e-mail.
 * @returns how many sign-ups were removed
 */
export function recordObjection(db: Database, objections: Objections, email: string): number {
  const removed = db
    .transaction(() => {
      objections.add(email)
      const isTheirs = (lead: { email: string }) => mailboxOf(lead.email) === mailboxOf(email)
      const spellings = new Set(
        allSenders(db)
          .filter(isTheirs)
          .map((lead) => lead.email.toLowerCase()),
      )
      const signUps = [...spellings].flatMap((each) => leadsFrom(db, each)).filter((lead) => isList(formOf(lead)))
      return signUps.reduce((sum, { reference }) => sum + deleteLead(db, reference), 0)
    })
    .immediate()
  emptyLog(db)
  return removed
}
