import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '../database/database.ts'
import { readFact, writeFact } from '../database/small-facts.ts'
import { ExpectedError } from '../expected-error.ts'

/**
 * Returns the keyed hash (HMAC-SHA-256, base64url, 43 characters) that is stored instead of an address or a reference,
 * or that signs a link or cookie.
 */
export type KeyedHash = (text: string) => string

const KEY_BYTES = 32

/** Returns the path of a database's key file: 32 bytes in base64url. */
export function keyPath(databasePath: string): string {
  return `${databasePath}.key`
}

/**
 * Creates the hash function of a database from the key beside it. Creates a missing key, readable only by its owner.
 * Without the key, an address cannot be found by hashing every candidate. Throws ExpectedError if the key is damaged.
 */
export function createKeyedHash(databasePath: string): KeyedHash {
  const bytes = databasePath === ':memory:' ? randomBytes(KEY_BYTES) : readOrCreateKey(keyPath(databasePath))
  // Created once, because this halves the time to hash a whole mailing list.
  const key = createSecretKey(bytes)
  return (text) => createHmac('sha256', key).update(text.trim().toLowerCase()).digest('base64url')
}

/** True when two databases have the same key. */
export function sameKey(databasePath: string, otherPath: string): boolean {
  return readFileSync(keyPath(databasePath), 'utf8').trim() === readFileSync(keyPath(otherPath), 'utf8').trim()
}

function readOrCreateKey(path: string): Buffer {
  try {
    const key = randomBytes(KEY_BYTES).toString('base64url')
    writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (key.length !== KEY_BYTES) throw new ExpectedError(`${path} est endommagé : restaurez-le depuis une sauvegarde.`)
  return key
}

/** Stores the fingerprint of the key, which is the hash of an empty text, unless one is stored already. */
export function recordKey(db: Database, hash: KeyedHash): void {
  if (readFact(db, 'hash-key') === undefined) writeFact(db, 'hash-key', hash(''))
}

/** True if the hashes in a database were made with this key, or if the database stores no fingerprint. */
export function isOwnKey(db: Database, hash: KeyedHash): boolean {
  const fingerprint = readFact(db, 'hash-key')
  return fingerprint === undefined || fingerprint === hash('')
}

/**
 * Replaces the key of the database after its own was lost.
 * @returns number of deleted objection hashes, which nobody can match any more
 */
export function adoptNewKey(db: Database, hash: KeyedHash): number {
  return db
    .transaction(() => {
      writeFact(db, 'hash-key', hash(''))
      return db.prepare('DELETE FROM objections').run().changes
    })
    .immediate()
}
