import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { HashEmail } from './email-hash.ts'

/** Addresses that must not be written to, known by their keyed hash alone (RGPD art. 21). */
export interface Objections {
  has(email: string): boolean
  add(email: string): void
  /** False when there was none. */
  remove(email: string): boolean
}

export function hasObjections(db: Database): boolean {
  return db.prepare('SELECT 1 FROM objections LIMIT 1').get() !== undefined
}

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
