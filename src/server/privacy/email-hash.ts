import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** Gives the keyed hash under which an address is remembered when the address itself must not be: 43 characters. */
export type HashEmail = (email: string) => string

const KEY_BYTES = 32

/** Where the key of a database lies. */
export function keyPath(databasePath: string): string {
  return `${databasePath}.key`
}

/**
 * Keyed hashes with the key beside the database, which is created, readable by its owner alone, when there is none.
 * Without the key nobody can tell by trial whether an address is among the hashes.
 */
export function emailHasher(databasePath: string): HashEmail {
  const key = databasePath === ':memory:' ? randomBytes(KEY_BYTES) : readOrCreateKey(keyPath(databasePath))
  return (email) => createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url')
}

/** True when two databases have the same key. */
export function sameKey(databasePath: string, otherPath: string): boolean {
  return readFileSync(keyPath(databasePath), 'utf8').trim() === readFileSync(keyPath(otherPath), 'utf8').trim()
}

function readOrCreateKey(path: string): Buffer {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (key.length !== KEY_BYTES)
    throw Object.assign(new Error(`${path} est endommagé : restaurez-le depuis une sauvegarde.`), { code: 'EKEY' })
  return key
}
