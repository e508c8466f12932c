import type { Form } from '../../forms/form.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Objections } from '../privacy/objections.ts'
import type { Outbox } from './outbox.ts'
import type { Kind } from './policy.ts'

/** A submission as its e-mails need it. */
export interface Announced {
  form: Form
  reference: string
  email: string
  /** True while it is suspected: its e-mails are held. */
  suspected?: boolean
  /** True for somebody who comes back after unsubscribing: the links of earlier messages do nothing any more. */
  anew?: boolean
  /** Address of the visitor's connection, for the shares of networks; never stored. */
  address?: string | undefined
}

/** Decides which e-mails a submission causes; each call is made inside the submission's transaction. */
export interface Announcer {
  submitted(submission: Announced): void
  /** A list address was entered again: its first message may be lost. */
  askedAgain(submission: Announced): void
  /** A list address was confirmed, or was entered again while it is. */
  confirmed(submission: Announced): void
}

/** One message of a kind in this time is enough for a sign-up, in milliseconds. */
const PAUSE_MS = 10 * 60_000

/** Announces to the house and to the person, who is never written to about a list after an objection. */
export function createAnnouncer(db: Database, outbox: Outbox, objections: Objections, clock: Clock): Announcer {
  const queue = (kind: Kind, { form, reference, email, suspected, address }: Announced) => {
    const recipient = kind === 'lead' ? null : email
    outbox.add({ kind, form: form.name, reference, recipient, suspected, address })
  }
  const queueOnce = (kind: Kind, submission: Announced) => {
    const { email, reference, anew = false } = submission
    const since = new Date(clock().getTime() - PAUSE_MS)
    if (objections.has(email) || (!anew && outbox.recently(kind, reference, email, since))) return
    outbox.dropHeld(kind, reference)
    queue(kind, submission)
  }
  const ask = (submission: Announced) => {
    queueOnce('confirmation', submission)
    noteAsked(db, submission.form, submission.reference, clock())
  }
  return {
    submitted(submission) {
      queue('lead', submission)
      if (submission.form.uniqueBy) ask(submission)
      else queue(submission.form.name === 'withdrawal' ? 'withdrawal' : 'acknowledgement', submission)
    },
    askedAgain: ask,
    confirmed: (submission) => queueOnce('welcome', submission),
  }
}

/** Remembers that a sign-up was asked to confirm, so that createUnaskedRequests does not ask it again. */
function noteAsked(db: Database, form: Form, reference: string, at: Date): void {
  db.prepare(`UPDATE ${form.table} SET asked_at = ? WHERE reference = ?`).run(at.toISOString(), reference)
}
