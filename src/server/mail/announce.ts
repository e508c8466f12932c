import { before, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Announced, LeadMessage } from '../leads/lead-mail.ts'
import { createFindUnasked, noteAsked } from '../leads/lists/sign-ups.ts'
import type { Objections } from '../people/objections.ts'
import type { Outbox } from './outbox.ts'

/** Minimum time between two messages of a kind for one sign-up, in milliseconds. */
const PAUSE_MS = 10 * 60_000

/**
 * Returns the function that queues messages about leads. One to a list is left out after an objection or soon after the
 * same one; a request to confirm waits until the objections can be read, as for a sign-up that was never asked.
 */
export function createQueueMessage(db: Database, outbox: Outbox, objections: Objections, clock: Clock) {
  return (kind: LeadMessage, { form, reference, email, suspected, address, force = false }: Announced): void => {
    if (form.isList) {
      const since = before(clock(), PAUSE_MS)
      if (kind === 'confirmation' && !objections.isReadable()) return
      if (kind === 'confirmation') noteAsked(db, form, reference, clock().toISOString())
      if (objections.has(email) || (!force && outbox.recently(kind, reference, email, since))) return
      outbox.dropHeld(kind, reference)
    }
    outbox.add({ kind, form: form.name, reference, recipient: kind === 'lead' ? null : email, suspected, address })
  }
}

/** Maximum length of the queue, so that requests to current visitors do not wait behind years of old ones. */
const WAITING_MAX = 20

/**
 * Returns a function that queues the next confirmation requests of sign-ups received while e-mail was not configured:
 * one request each, a few at a time.
 */
export function createUnaskedRequests(
  db: Database,
  outbox: Outbox,
  queue: (message: LeadMessage, lead: Announced) => void,
): () => void {
  const findUnasked = createFindUnasked(db)
  return () => {
    const room = WAITING_MAX - outbox.waiting()
    if (room <= 0) return
    const found = findUnasked(room)
    if (found.length === 0) return
    db.transaction(() => {
      // An earlier request was sent to another address, and its links are invalid.
      for (const signUp of found) queue('confirmation', { ...signUp, force: true })
    }).immediate()
  }
}
