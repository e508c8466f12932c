import { type Database, pluck } from '../database/database.ts'
import type { HashEmail } from './email-hash.ts'

/** Stores the fingerprint of the key, which is the hash of an empty text, unless one is stored already. */
export function recordKey(db: Database, hash: HashEmail): void {
  db.prepare('INSERT INTO hash_key VALUES (1, ?) ON CONFLICT DO NOTHING').run(hash(''))
}

/** True if the hashes in a database were made with this key, or if the database stores no fingerprint. */
export function isOwnKey(db: Database, hash: HashEmail): boolean {
  const fingerprint = fingerprintIn(db)
  return fingerprint === undefined || fingerprint === hash('')
}

/**
 * Replaces the key of the database after its own was lost.
 * @returns number of deleted objection hashes, which nobody can match any more
 */
export function adoptNewKey(db: Database, hash: HashEmail): number {
  return db
    .transaction(() => {
      db.prepare('DELETE FROM hash_key').run()
      recordKey(db, hash)
      return db.prepare('DELETE FROM objections').run().changes
    })
    .immediate()
}

/** A hash of nothing with the key of the database; undefined where it does not know one yet. */
export function fingerprintIn(db: Database): string | undefined {
  return pluck<string>(db, 'SELECT fingerprint FROM hash_key').get()
}
