import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { HashEmail } from './email-hash.ts'

/** Addresses whose owners object to being written to (RGPD art. 21). Their keyed hashes alone are kept. */
export interface Objections {
  has(email: string): boolean
  add(email: string): void
  /** Returns false when no objection was recorded for the address. */
  remove(email: string): boolean
}

/** True when at least one objection is recorded. */
export function hasObjections(db: Database): boolean {
  return db.prepare('SELECT 1 FROM objections LIMIT 1').get() !== undefined
}

/** Makes what reads and records objections in the database. */
export function createObjections(db: Database, hash: HashEmail, clock: Clock): Objections {
  const find = db.prepare('SELECT 1 FROM objections WHERE email_hash = ?')
  return {
    has: (email) => find.get(hash(email)) !== undefined,
    add(email) {
      db.prepare('INSERT INTO objections VALUES (?, ?) ON CONFLICT DO NOTHING').run(hash(email), clock().toISOString())
    },
    remove: (email) => db.prepare('DELETE FROM objections WHERE email_hash = ?').run(hash(email)).changes > 0,
  }
}
