import type { Database } from '../database/database.ts'
import type { Announcer } from '../leads/intake/announcer.ts'
import { createFindUnasked } from '../leads/lists/sign-ups.ts'
import type { Outbox } from '../outbox/outbox.ts'

/** Maximum length of the queue, so that requests to current visitors do not wait behind years of old ones. */
const WAITING_MAX = 20

/**
 * Sign-ups received while e-mail was not configured are asked to confirm once it is: once each, a few at a time.
 * @returns a function that queues the next of them
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
      for (const signUp of found) announcer.askedAgain({ ...signUp, anew: true })
    }).immediate()
  }
}
