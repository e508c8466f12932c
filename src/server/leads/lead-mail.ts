import type { Form } from '../../forms/form.ts'
import type { KINDS } from '../../model/email-kinds.ts'
import { before, type Clock, DAY_MS } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { mailboxOf } from '../people/mailbox.ts'

/** Message about a lead: to the house, or to the person. */
export type LeadMessage = Extract<(typeof KINDS)[number], { isOfLead: true }>['name']

/** Data of a lead that its e-mails need. */
export interface Announced {
  form: Form
  reference: string
  email: string
  /** True if suspected spam; its e-mails are held. */
  suspected?: boolean
  /**
   * True to send a message even after a recent one, because the former sign-up has ended and its links no longer work.
   */
  force?: boolean
  /** IP address of the visitor, for the limits per network; never stored. */
  address?: string | undefined
}

/**
 * Queues a message about a lead. Called in the transaction that changes the lead, so that both or neither are
 * committed. Undefined if no e-mail is sent.
 */
export type QueueMessage = ((message: LeadMessage, lead: Announced) => void) | undefined

/** SQL condition for the unsent messages to the person of a lead; those to the house and to a colleague are others. */
const UNSENT_TO_PERSON = "reference = @reference AND recipient IS NOT NULL AND kind <> 'handed' AND sent_at IS NULL"

/** Deletes the unsent messages to the person of a lead. */
export function dropUnsentToPerson(db: Database, reference: string): void {
  db.prepare(`DELETE FROM outbox WHERE ${UNSENT_TO_PERSON}`).run({ reference })
}

/** Failed messages older than this, in milliseconds, are out of date and not sent to a corrected address. */
const STALE_MS = 5 * DAY_MS

/**
 * Changes the recipient of the unsent messages to the person of a lead. Retries those that failed at the old address
 * unless they are stale or letters; replies and acknowledgements of withdrawals whatever their age.
 */
export function redirectUnsent(db: Database, clock: Clock, reference: string, address: string): void {
  const now = clock()
  const again = `failure IN ('refused', 'expired', 'returned') AND letter IS NULL AND (kind IN ('reply', 'withdrawal') OR created_at > @recent)`
  db.prepare(
    `UPDATE outbox SET recipient = @address, mailbox = @mailbox, failed_at = iif(${again}, NULL, failed_at),
            failure = iif(${again}, NULL, failure), next_attempt_at = iif(${again}, @now, next_attempt_at),
            attempts = iif(${again}, 0, attempts), last_error = iif(${again}, NULL, last_error)
     WHERE ${UNSENT_TO_PERSON}`,
  ).run({
    address,
    mailbox: mailboxOf(address),
    now: now.toISOString(),
    recent: before(now, STALE_MS),
    reference,
  })
}

/** Releases the messages held because their lead was suspected. */
export function releaseSuspectedMessages(db: Database, reference: string): void {
  db.prepare("UPDATE outbox SET hold = NULL WHERE reference = ? AND hold = 'suspected'").run(reference)
}

/**
 * Returns the Message-IDs, without brackets, of the e-mails sent to the person of a lead about it, oldest first. For
 * combined messages, that of the combined e-mail.
 */
export function sentToPerson(db: Database, reference: string, kinds: readonly string[]): string[] {
  return pluck<string>(
    db,
    `SELECT coalesce(whole.message_id, outbox.message_id)
       FROM outbox LEFT JOIN outbox AS whole ON whole.id = outbox.sent_with
       WHERE outbox.reference = ? AND outbox.recipient IS NOT NULL AND outbox.sent_at IS NOT NULL
         AND outbox.kind IN (SELECT value FROM json_each(?)) ORDER BY outbox.id`,
  ).all(reference, JSON.stringify(kinds))
}
