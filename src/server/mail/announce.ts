import { before, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Announced, Announcer } from '../leads/intake/announcer.ts'
import { createFindUnasked, noteAsked } from '../leads/lists/sign-ups.ts'
import type { Objections } from '../people/objections.ts'
import type { Outbox } from './outbox.ts'

/** Minimum time between two messages of a kind for one sign-up, in milliseconds. */
const PAUSE_MS = 10 * 60_000

/** Queues the messages about a lead: to MAIL_TO and to the person, except list messages after an objection. */
export function createAnnouncer(db: Database, outbox: Outbox, objections: Objections, clock: Clock): Announcer {
  const queue = (kind: string, { form, reference, email, suspected, address }: Announced) => {
    const recipient = kind === 'lead' ? null : email
    outbox.add({ kind, form: form.name, reference, recipient, suspected, address })
  }
  const queueOnce = (kind: string, lead: Announced) => {
    const { email, reference, force = false } = lead
    const since = before(clock(), PAUSE_MS)
    if (objections.has(email) || (!force && outbox.recently(kind, reference, email, since))) return
    outbox.dropHeld(kind, reference)
    queue(kind, lead)
  }
  const ask = (lead: Announced) => {
    // Waits until the objections are known; such a sign-up is then treated like one that was never asked.
    if (!objections.isReadable()) return
    queueOnce('confirmation', lead)
    noteAsked(db, lead.form, lead.reference, clock().toISOString())
  }
  return {
    submitted(lead) {
      // Sign-ups to the lists stand at the desk; nobody is told of each.
      if (lead.form.isList) return ask(lead)
      queue('lead', lead)
      queue(lead.form.isWithdrawal ? 'withdrawal' : 'acknowledgement', lead)
    },
    confirmationRequested: ask,
    confirmed: (lead) => queueOnce('welcome', lead),
  }
}

/** Maximum length of the queue, so that requests to current visitors do not wait behind years of old ones. */
const WAITING_MAX = 20

/**
 * Returns a function that queues the next confirmation requests of sign-ups received while e-mail was not configured:
 * one request each, a few at a time.
 */
export function createUnaskedRequests(db: Database, outbox: Outbox, announcer: Announcer): () => void {
  const findUnasked = createFindUnasked(db)
  return () => {
    const room = WAITING_MAX - outbox.waiting()
    if (room <= 0) return
    const found = findUnasked(room)
    if (found.length === 0) return
    db.transaction(() => {
      // An earlier request was sent to another address, and its links are invalid.
      for (const signUp of found) announcer.confirmationRequested({ ...signUp, force: true })
    }).immediate()
  }
}
