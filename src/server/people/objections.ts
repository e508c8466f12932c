import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { mailboxOf } from '../outbox/mailbox.ts'
import type { HashEmail } from './email-hash.ts'
import { isOwnKey } from './hash-key.ts'

/** True when at least one objection is recorded. */
export function hasObjections(db: Database): boolean {
  return db.prepare('SELECT 1 FROM objections LIMIT 1').get() !== undefined
}

/**
 * The hashes that an objection of an address is known by: that of the address, which an objection of before has alone, and
 * that of its mailbox, which other spellings of it lead to. One where they are the same.
 */
export function objectionHashes(email: string, hash: HashEmail): string[] {
  return [...new Set([email.trim().toLowerCase(), mailboxOf(email)])].map(hash)
}

export type Objections = ReturnType<typeof createObjections>

/** Addresses whose owners object to being written to (RGPD art. 21). Their keyed hashes alone are kept. */
export function createObjections(db: Database, hash: HashEmail, clock: Clock) {
  const find = db.prepare('SELECT 1 FROM objections WHERE email_hash = ?')
  const insert = db.prepare('INSERT INTO objections VALUES (?, ?) ON CONFLICT DO NOTHING')
  const remove = db.prepare('DELETE FROM objections WHERE email_hash = ?')
  const hashes = (email: string) => objectionHashes(email, hash)
  const areKnown = () => isOwnKey(db, hash) || !hasObjections(db)
  return {
    /** False while the key is not the one that the objections were hashed with: then nobody can tell who objected. */
    areKnown,
    /** True for whoever objected, and for everyone while that is not known. */
    has: (email: string) => hashes(email).some((each) => find.get(each) !== undefined) || !areKnown(),
    add(email: string): void {
      for (const each of hashes(email)) insert.run(each, clock().toISOString())
    },
    /** Returns false when no objection was recorded for the address. */
    remove: (email: string) => hashes(email).reduce((sum, each) => sum + remove.run(each).changes, 0) > 0,
  }
}
