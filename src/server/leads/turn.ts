import { dayInParis, longDay } from '../../forms/calendar.ts'
import { OUTCOMES, type Outcome } from '../../forms/outcomes.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { monthsAfter } from '../paris-time.ts'
import { BY_SITE } from './authors.ts'
import { findLead, formOf, type Lead } from './leads.ts'
import { addToThread, type NewThreadRow, rowOfMessage, type ThreadRow, threadRow } from './thread.ts'

// Whose turn it is. Call these functions in the transaction of what caused them.

/** Who does something about a lead, and where. */
export interface Actor {
  db: Database
  clock: Clock
  /** See authorName. */
  author: string | null
}

/** Maximum length of a message of the person, in characters (also a CHECK of the column). */
export const RECEIVED_MAX = 262_144

/**
 * Adds a message of the person that came by e-mail or was pasted: it begins the turn of the house, reopens a closed lead
 * and ends a reminder, which would hide it until its day. Returns the id of its row; undefined if it is there already
 * or the lead is gone.
 */
export function receive(db: Database, message: Omit<NewThreadRow, 'kind'>): number | undefined {
  const lead = findLead(db, message.reference)
  if (!lead) return undefined
  const id = addToThread(db, { kind: 'received', ...message })
  if (id !== undefined) beginTurn(db, lead, message.at)
  return id
}

/** An answer of the house, with what it makes of its lead. */
interface Answer extends Pick<ThreadRow, 'reference' | 'text' | 'message_id'> {
  /** New outcome; unchanged if missing. */
  outcome?: Outcome | undefined
  /** Day of a reminder, AAAA-MM-JJ. */
  remindOn?: string | undefined
  /** Names of its files, one a line. */
  files?: string | null
}

/** Adds an answer of the house: it ends the turn and any reminder. Returns the id of its row. */
export function answer({ db, clock, author }: Actor, given: Answer): number {
  const { reference, text, message_id, outcome, remindOn, files = null } = given
  const lead = findLead(db, reference)
  const id = addToThread(db, {
    kind: 'sent',
    reference,
    at: clock().toISOString(),
    author,
    text,
    message_id,
    files,
    waited_since: lead?.waiting_since ?? null,
    remind_before: lead?.remind_on ?? null,
    outcome_before: lead?.outcome ?? null,
  })
  if (lead && outcome) setOutcome(db, clock, lead, outcome)
  setColumn(db, reference, 'waiting_since', null)
  setColumn(db, reference, 'remind_on', remindOn ?? null)
  return id as number
}

/** Removes an answer that was taken back before it left; turn, reminder and outcome are as before it. */
export function takeBackAnswer({ db, clock }: Actor, id: number): void {
  const row = threadRow(db, id)
  const lead = row && findLead(db, row.reference)
  if (!lead) return
  const { reference, outcome, keep_until } = lead
  const wasAccepted = outcome === 'accepted' && row.outcome_before !== 'accepted'
  if (wasAccepted && keep_until === endOfOrder(clock, lead)) setColumn(db, reference, 'keep_until', null)
  db.prepare('DELETE FROM thread WHERE id = ?').run(id)
  db.prepare(
    `UPDATE leads SET waiting_since = coalesce(@waited_since, waiting_since), remind_on = @remind_before,
       outcome = @outcome_before WHERE reference = @reference`,
  ).run(row)
}

/**
 * Gives the turn back, at its former time, after the e-mail of an answer was refused, given up or returned.
 * @param messageId of the answer, without brackets; the message of another kind changes nothing
 */
export function answerFailed(db: Database, clock: Clock, messageId: string): void {
  const row = rowOfMessage(db, messageId)
  const lead = row && findLead(db, row.reference)
  if (!lead || row.kind !== 'sent') return
  addEvent({ db, clock, author: BY_SITE }, lead.reference, 'votre réponse n’est pas arrivée')
  beginTurn(db, lead, row.waited_since ?? row.at)
}

/** Ends the turn again after a failed answer was sent anew, as to a corrected address. */
export function answerGoesAgain(db: Database, messageId: string): void {
  const row = rowOfMessage(db, messageId)
  if (row?.kind === 'sent') setColumn(db, row.reference, 'waiting_since', null)
}

/** Sets or removes the outcome of a lead. It ends turn and reminder: a closed lead asks for nothing. */
export function close(by: Actor, lead: Lead, outcome: Outcome | null): void {
  setOutcome(by.db, by.clock, lead, outcome)
  if (outcome) endTurn(by.db, lead.reference)
  addEvent(by, lead.reference, outcome ? OUTCOMES[outcome] : 'rouverte')
}

/** What is accepted is kept as an order is, if its form says so. */
function setOutcome(db: Database, clock: Clock, lead: Lead, outcome: Outcome | null): void {
  setColumn(db, lead.reference, 'outcome', outcome)
  const until = outcome === 'accepted' ? endOfOrder(clock, lead) : undefined
  if (until && until > (lead.keep_until ?? '')) setColumn(db, lead.reference, 'keep_until', until)
}

/** Returns until when a lead that is accepted now is kept, AAAA-MM-JJ; undefined if its form has no orders. */
function endOfOrder(clock: Clock, lead: Lead): string | undefined {
  const { acceptedYears } = formOf(lead).processing
  return acceptedYears ? dayInParis(new Date(monthsAfter(clock(), 12 * acceptedYears))) : undefined
}

/** Ends the turn without an answer by e-mail, as after a telephone call. */
export function noteAnswered(by: Actor, reference: string): void {
  endTurn(by.db, reference)
  addEvent(by, reference, 'répondu autrement')
}

/** Sets the reminder of a lead, or removes it. @param day AAAA-MM-JJ */
export function putOff(by: Actor, reference: string, day: string | null): void {
  setColumn(by.db, reference, 'remind_on', day)
  addEvent(by, reference, day ? `rappel le ${longDay(day)}` : 'rappel retiré')
}

/** Begins the row of a thread that hands a lead over. */
export const HANDED = 'confiée à '

/** Hands a lead over to a colleague, named in the thread without the address, which the person may ask to read. */
export function assign(by: Actor, reference: string, to: { name: string; address: string }): void {
  setColumn(by.db, reference, 'assigned_to', to.address)
  addEvent(by, reference, HANDED + to.name)
}

/** Keeps a lead from the purge until a day, AAAA-MM-JJ, that day included; null for no longer than others. */
export function keepUntil(by: Actor, reference: string, day: string | null): void {
  setColumn(by.db, reference, 'keep_until', day)
  addEvent(by, reference, day ? `à garder jusqu’au ${day}` : 'date de garde retirée')
}

/** Suspends the use of the data of a lead, or resumes it (RGPD art. 18). */
export function setSuspended(by: Actor, reference: string, isSuspended: boolean): void {
  setColumn(by.db, reference, 'suspended_at', isSuspended ? by.clock().toISOString() : null)
  addEvent(by, reference, isSuspended ? 'suspendue, à sa demande' : 'suspension levée')
}

/** Maximum length of a note, in characters. */
export const NOTE_MAX = 5000

/** Adds a note for the house. */
export function addNote({ db, clock, author }: Actor, reference: string, text: string): void {
  addToThread(db, { kind: 'note', reference, at: clock().toISOString(), text, author })
}

/** Adds what changed, in French words. */
export function addEvent({ db, clock, author }: Actor, reference: string, text: string): void {
  addToThread(db, { kind: 'event', reference, at: clock().toISOString(), text, author })
}

/**
 * Who has waited longest waits on: a second message does not put off the answer to the first. The entry of a list, and
 * what is suspended, is not listed as waiting, but a reminder makes somebody look at it.
 */
function beginTurn(db: Database, lead: Lead, since: string): void {
  const { isList } = formOf(lead)
  const from = lead.waiting_since && lead.waiting_since < since ? lead.waiting_since : since
  setColumn(db, lead.reference, 'waiting_since', isList ? null : from)
  setColumn(db, lead.reference, 'remind_on', isList || lead.suspended_at ? dayInParis(new Date(since)) : null)
}

function endTurn(db: Database, reference: string): void {
  setColumn(db, reference, 'waiting_since', null)
  setColumn(db, reference, 'remind_on', null)
}

type Column = 'waiting_since' | 'outcome' | 'remind_on' | 'assigned_to' | 'keep_until' | 'suspended_at'

function setColumn(db: Database, reference: string, column: Column, value: string | null): void {
  db.prepare(`UPDATE leads SET ${column} = ? WHERE reference = ?`).run(value, reference)
}
