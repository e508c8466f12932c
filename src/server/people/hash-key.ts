import { existsSync } from 'node:fs'
import { type Database, pluck } from '../database/database.ts'
import { emailHasher, type HashEmail, keyPath } from './email-hash.ts'

/** Result of comparing the key beside a database with the hashes in the database. */
export type KeyStanding = 'own' | 'other' | 'missing' | 'damaged' | 'unreadable'

/** Stores the fingerprint of the key, which is the hash of an empty text, unless one is stored already. */
export function recordKey(db: Database, hash: HashEmail): void {
  db.prepare('INSERT INTO hash_key VALUES (1, ?) ON CONFLICT DO NOTHING').run(hash(''))
}

/** True if the hashes in a database were made with this key, or if the database stores no fingerprint. */
export function isOwnKey(db: Database, hash: HashEmail): boolean {
  const fingerprint = fingerprintIn(db)
  return fingerprint === undefined || fingerprint === hash('')
}

/** Checks the key file without creating one. Returns undefined if the database stores no fingerprint. */
export function keyStanding(db: Database, databasePath: string): KeyStanding | undefined {
  if (fingerprintIn(db) === undefined) return undefined
  if (!existsSync(keyPath(databasePath))) return 'missing'
  try {
    return isOwnKey(db, emailHasher(databasePath)) ? 'own' : 'other'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EKEY' ? 'damaged' : 'unreadable'
  }
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

function fingerprintIn(db: Database): string | undefined {
  return pluck<string>(db, 'SELECT fingerprint FROM hash_key').get()
}
