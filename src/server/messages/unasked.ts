import type { Database } from '../database/database.ts'
import type { Announcer } from '../leads/intake/announcer.ts'
import { createFindUnasked } from '../leads/lists/sign-ups.ts'
import type { Outbox } from '../outbox/outbox.ts'

/** So many confirmation requests wait at most, so that those of today's visitors do not come after years of others. */
const WAITING_MAX = 20

/**
 * Sign-ups that came while no e-mail was configured are asked to confirm once it is, once each, a few at a time.
 * @returns queues some of those that were never asked
 */
export function createUnaskedRequests(db: Database, outbox: Outbox, announcer: Announcer): () => void {
  const findUnasked = createFindUnasked(db)
  return () => {
    const room = WAITING_MAX - outbox.waiting()
    if (room <= 0) return
    const found = findUnasked(room)
    if (found.length === 0) return
    db.transaction(() => {
      // What may have gone before was to another address, and its links do nothing any more.
      for (const signUp of found) announcer.askedAgain({ ...signUp, anew: true })
    }).immediate()
  }
}
