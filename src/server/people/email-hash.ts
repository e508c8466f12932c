import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Returns the keyed hash (HMAC-SHA-256, base64url, 43 characters) that is kept where an address or a reference must not be. */
export type HashEmail = (email: string) => string

const KEY_BYTES = 32

/** Path of the file with the key for a database's hashes: 32 bytes in base64url. */
export function keyPath(databasePath: string): string {
  return `${databasePath}.key`
}

/**
 * Makes the hash function of a database from the key beside it; a missing key is created, readable by its owner alone. The
 * key is what makes the hashes useless to others: without it, an address cannot be found by hashing every candidate.
 * Throws an error with the code EKEY when the key is damaged.
 */
export function emailHasher(databasePath: string): HashEmail {
  const bytes = databasePath === ':memory:' ? randomBytes(KEY_BYTES) : readOrCreateKey(keyPath(databasePath))
  // Made once: the hashes of a whole mailing list take half the time.
  const key = createSecretKey(bytes)
  return (email) => createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url')
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
  if (key.length !== KEY_BYTES)
    throw Object.assign(new Error(`${path} est endommagé : restaurez-le depuis une sauvegarde.`), { code: 'EKEY' })
  return key
}
