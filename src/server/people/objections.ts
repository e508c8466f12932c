import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { HashEmail } from './email-hash.ts'
import { isOwnKey } from './hash-key.ts'

/** True when at least one objection is recorded. */
export function hasObjections(db: Database): boolean {
  return db.prepare('SELECT 1 FROM objections LIMIT 1').get() !== undefined
}

export type Objections = ReturnType<typeof createObjections>

/** Addresses whose owners object to being written to (RGPD art. 21). Their keyed hashes alone are kept. */
export function createObjections(db: Database, hash: HashEmail, clock: Clock) {
  const find = db.prepare('SELECT 1 FROM objections WHERE email_hash = ?')
  const areKnown = () => isOwnKey(db, hash) || !hasObjections(db)
  return {
    /** False while the key is not the one that the objections were hashed with: then nobody can tell who objected. */
    areKnown,
    /** True for whoever objected, and for everyone while that is not known. */
    has: (email: string) => find.get(hash(email)) !== undefined || !areKnown(),
    add(email: string): void {
      db.prepare('INSERT INTO objections VALUES (?, ?) ON CONFLICT DO NOTHING').run(hash(email), clock().toISOString())
    },
    /** Returns false when no objection was recorded for the address. */
    remove: (email: string) => db.prepare('DELETE FROM objections WHERE email_hash = ?').run(hash(email)).changes > 0,
  }
}
