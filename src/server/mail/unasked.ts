import type { Database } from '../database/database.ts'
import { lists } from '../privacy/consent.ts'
import type { Announcer } from './announce.ts'
import type { Outbox } from './outbox.ts'

/** So many confirmation requests wait at most, so that those of today's visitors do not come after years of others. */
const WAITING_MAX = 20

/**
 * Sign-ups that came while no e-mail was configured are asked to confirm once it is, once each, a few at a time.
 * @returns queues some of those that were never asked
 */
export function createUnaskedRequests(db: Database, outbox: Outbox, announcer: Announcer): () => void {
  const unasked = lists.map((form) => ({
    form,
    find: db.prepare<[number], { reference: string; email: string }>(
      `SELECT reference, email FROM ${form.table}
       WHERE asked_at IS NULL AND confirmed_at IS NULL AND unsubscribed_at IS NULL AND suspected_spam = 0
       ORDER BY created_at LIMIT ?`,
    ),
  }))
  return () => {
    const room = WAITING_MAX - outbox.waiting()
    if (room <= 0) return
    const found = unasked.flatMap(({ form, find }) => find.all(room).map((row) => ({ form, ...row })))
    if (found.length === 0) return
    db.transaction(() => {
      // What may have gone before was to another address, and its links do nothing any more.
      for (const submission of found) announcer.askedAgain({ ...submission, anew: true })
    }).immediate()
  }
}
