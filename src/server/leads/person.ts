import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayInParis, longDay } from '../../forms/calendar.ts'
import type { Clock } from '../clock.ts'
import { counted } from '../counted.ts'
import { type Database, emptyLog, pluck } from '../database/database.ts'
import { monthsAfter } from '../paris-time.ts'
import { appendErasures } from '../people/erasures.ts'
import type { KeyedHash } from '../people/keyed-hash.ts'
import { mailboxOf } from '../people/mailbox.ts'
import type { Objections } from '../people/objections.ts'
import { deleteLeads, formOf, type Lead, leadFinder, type Sender, sendersOf, signUpState } from './leads.ts'
import { isClockDoubted, lastKnownTime } from './retention/known-time.ts'
import { replayErasures } from './retention/replay-erasures.ts'
import type { ThreadRow } from './thread.ts'

export type Person = ReturnType<typeof findPerson>

/** Number of submissions written at once; other requests are served in between. */
const CHUNK = 100

/**
 * Returns all stored data about the owner of an e-mail address (RGPD art. 15), ignoring case. Submissions are read one
 * at a time, because anyone can send thousands in another person's name.
 */
export function findPerson(db: Database, objections: Objections, email: string) {
  const sent = sendersOf(db, email).sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id)
  return {
    email,
    /** Number of submissions. */
    sent: sent.length,
    submissions: () => readSubmissions(db, sent),
    emails: messagesOf(db, email, sent),
    objected: objections.has(email),
  }
}

/** Names of the rows of a thread for the person. */
export const THREAD_WORDS: Readonly<Record<ThreadRow['kind'], string>> = {
  received: 'Message reçu',
  sent: 'Réponse de la maison',
  note: 'Note de la maison',
  event: 'Suivi',
}

export type Submission = ReturnType<typeof readSubmissions> extends Generator<infer Each> ? Each : never

/** Yields everything stored about each submission, in the order given. */
export function* readSubmissions(db: Database, sent: readonly Pick<Lead, 'reference'>[]) {
  const find = leadFinder(db)
  const notice = pluck<string>(db, 'SELECT text FROM notices WHERE version = ?')
  const consent = db.prepare<[string], { event: string; at: string; notice_version: string }>(
    'SELECT event, at, notice_version FROM consent_events WHERE reference = ? ORDER BY id',
  )
  const thread = db.prepare<[string], Pick<ThreadRow, 'at' | 'kind' | 'subject' | 'from_address' | 'text' | 'files'>>(
    'SELECT at, kind, subject, from_address, text, files FROM thread WHERE reference = ? ORDER BY at, id',
  )
  for (const { reference } of sent) {
    const lead = find(reference)
    // The lead may have been erased meanwhile.
    if (!lead) continue
    yield {
      lead,
      /** The privacy notice that the person saw. */
      notice: notice.get(lead.notice_version) ?? '',
      /** Steps of the consent, oldest first; empty for a form that is no list. */
      consent: consent.all(reference),
      /** What was said and done since, oldest first; without the address of its author (RGPD art. 15.4). */
      thread: thread.all(reference),
    }
  }
}

/** A row of the outbox; times are UTC ISO text. */
interface QueuedMail {
  kind: string
  reference: string
  created_at: string
  sent_at: string | null
  failed_at: string | null
}

/** Returns the e-mails to an address and those about its submissions. */
function messagesOf(db: Database, email: string, sent: readonly Sender[]) {
  return db
    .prepare<[string, string], QueuedMail>(
      `SELECT kind, coalesce(reference, about) AS reference, created_at, sent_at, failed_at FROM outbox
       WHERE recipient = ? OR reference IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(email, referencesOf(sent))
}

function referencesOf(sent: readonly Sender[]): string {
  return JSON.stringify(sent.map(({ reference }) => reference))
}

/** Yields the data of a person as JSON for transfer to another service (RGPD art. 20), generated while it is read. */
export async function* writePortableData({ email, objected, submissions, emails }: Person): AsyncIterable<Uint8Array> {
  let text = `{"email":${JSON.stringify(email)},"objected":${objected},"submissions":[`
  let done = 0
  for (const { lead, ...held } of submissions()) {
    const { id: _, submission_key: __, assigned_to: ___, ...columns } = lead
    const submission = { ...columns, state: signUpState(lead), ...held }
    text += `${done > 0 ? ',' : ''}\n${JSON.stringify(submission, null, 2)}`
    done += 1
    if (done % CHUNK > 0) continue
    yield Buffer.from(text)
    text = ''
    await nextTurn()
  }
  yield Buffer.from(`${text}],\n"emails":${JSON.stringify(emails, null, 2)}}\n`)
}

/** Returns in French what the erasure of a person would delete; for command and desk. */
export function describeErasure(db: Database, email: string): string {
  const sent = sendersOf(db, email)
  const emails = messagesOf(db, email, sent)
  return `${email} : ${counted(sent.length, 'envoi')}, ${counted(emails.length, 'e-mail')}.`
}

/** Returns in French what the law wants kept of a person, and until when (RGPD art. 17.3). */
export function keptByLaw(db: Database, email: string, now: Date): string[] {
  const find = leadFinder(db)
  return sendersOf(db, email).flatMap(({ reference }) => {
    const lead = find(reference)
    if (!lead) return []
    const { processing, deskTitle } = formOf(lead)
    const legal = processing.legalBases.includes('obligation')
      ? dayInParis(new Date(monthsAfter(new Date(lead.created_at), processing.retentionMonths)))
      : ''
    const until = [legal, lead.keep_until ?? ''].sort().at(-1) ?? ''
    return until >= dayInParis(now)
      ? [`${deskTitle} ${reference} : à garder jusqu’au ${longDay(until)} (RGPD art. 17.3).`]
      : []
  })
}

/**
 * Deletes the rows of an e-mail address from every table and the outbox (RGPD art. 17). Writes the erasure log first,
 * so that the next start completes an interrupted erasure.
 * @returns number of deleted submissions
 */
export function erasePerson(db: Database, databasePath: string, hash: KeyedHash, clock: Clock, email: string): number {
  const leads = sendersOf(db, email)
  const known = knownTime(db, clock())
  const newest = leads.reduce((latest, { created_at }) => Math.max(latest, Date.parse(created_at)), known)
  const line = (subject: string, at: number) => `${new Date(at + 1).toISOString()} ${hash(subject)}`
  // References are logged too, because an older database may contain the rows under an address that was corrected
  // since. Only they get a date after rows from a clock that was ahead: with that date, the line of the address would
  // also erase later submissions.
  appendErasures(databasePath, [line(email, known), ...leads.map(({ reference }) => line(reference, newest))])
  const removed = db
    .transaction(() => {
      const count = deleteLeads(db, leads)
      db.prepare('DELETE FROM outbox WHERE recipient = ?').run(email)
      // Records the lines as applied, and applies those of an interrupted erasure.
      replayErasures(db, databasePath, hash)
      return count
    })
    .immediate()
  emptyLog(db)
  return removed
}

/**
 * Returns the latest time known to have come, in milliseconds since 1970, ignoring a doubted clock and one that is
 * behind. A date in the future would erase later submissions of the person from an older copy.
 */
function knownTime(db: Database, now: Date): number {
  const last = Date.parse(lastKnownTime(db) ?? '') || 0
  return isClockDoubted(db, now) ? last : Math.max(last, now.getTime())
}

/**
 * Records an objection (RGPD art. 21): removes all spellings of the mailbox from the lists, and stores keyed hashes so
 * that a new sign-up gets no e-mail.
 * @returns number of deleted sign-ups
 */
export function recordObjection(db: Database, objections: Objections, email: string): number {
  const removed = db
    .transaction(() => {
      objections.add(email)
      const mailbox = mailboxOf(email)
      const signUps = sendersOf(db).filter((lead) => formOf(lead).isList && mailboxOf(lead.email) === mailbox)
      return deleteLeads(db, signUps)
    })
    .immediate()
  emptyLog(db)
  return removed
}
