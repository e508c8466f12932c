import { existsSync } from 'node:fs'
import type { Database } from '../database/database.ts'
import { pluck } from '../database/pluck.ts'
import { emailHasher, type HashEmail, keyPath } from './email-hash.ts'

/** How the key beside a database stands to the hashes in it. */
export type KeyStanding = 'own' | 'other' | 'missing' | 'damaged' | 'unreadable'

/** Has the database know its key from now on, by a hash of nothing; one that knows a key keeps it. */
export function recordKey(db: Database, hash: HashEmail): void {
  db.prepare('INSERT INTO hash_key VALUES (1, ?) ON CONFLICT DO NOTHING').run(hash(''))
}

/** True where the hashes in a database are of this key, as far as it knows. */
export function isOwnKey(db: Database, hash: HashEmail): boolean {
  const fingerprint = fingerprintIn(db)
  return fingerprint === undefined || fingerprint === hash('')
}

/** Looks at the file of the key and creates none; undefined where the database does not know its key yet. */
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
 * Takes another key for the database, because its own is lost for good.
 * @returns how many hashes of objections nobody can recognise any more; they are removed
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
