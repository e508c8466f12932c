import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isOwnKey, type KeyedHash } from './keyed-hash.ts'
import { mailboxOf } from './mailbox.ts'

/** True when at least one objection is recorded. */
export function hasObjections(db: Database): boolean {
  return db.prepare('SELECT 1 FROM objections LIMIT 1').get() !== undefined
}

/**
 * Returns the hashes of an objection: that of the address, the only one of older objections, and that of its mailbox,
 * which covers other spellings; one hash if both are equal.
 */
export function objectionHashes(email: string, hash: KeyedHash): string[] {
  return [...new Set([email.trim().toLowerCase(), mailboxOf(email)])].map(hash)
}

export type Objections = ReturnType<typeof createObjections>

/** Records addresses whose owners object to e-mail (RGPD art. 21). Stores only their keyed hashes. */
export function createObjections(db: Database, hash: KeyedHash, clock: Clock) {
  const find = db.prepare('SELECT 1 FROM objections WHERE email_hash = ?')
  const insert = db.prepare('INSERT INTO objections VALUES (?, ?) ON CONFLICT DO NOTHING')
  const remove = db.prepare('DELETE FROM objections WHERE email_hash = ?')
  const hashes = (email: string) => objectionHashes(email, hash)
  const isReadable = () => isOwnKey(db, hash) || !hasObjections(db)
  return {
    /** False if the objections were hashed with another key, so that nobody can tell who objected. */
    isReadable,
    /** True for an address with an objection, and for every address while `isReadable` returns false. */
    has: (email: string) => hashes(email).some((each) => find.get(each) !== undefined) || !isReadable(),
    add(email: string): void {
      for (const each of hashes(email)) insert.run(each, clock().toISOString())
    },
    /** Returns false when no objection was recorded for the address. */
    remove: (email: string) => hashes(email).reduce((sum, each) => sum + remove.run(each).changes, 0) > 0,
  }
}
