import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Clock } from '../clock.ts'
import { copyDatabase } from '../database/copy-database.ts'
import { type Database, DatabaseError, openDatabase } from '../database/database.ts'
import { checkDatabaseFile } from '../database/integrity.ts'
import { copyPrivateFile } from '../database/private-file.ts'
import { isServed } from '../database/serving-lock.ts'
import { endDeskAccess } from '../desk/sessions.ts'
import { suspendMessages } from '../mail/outbox-admin.ts'
import { emailHasher, keyPath, sameKey } from '../privacy/email-hash.ts'
import { appendErasures, erasuresPath, readErasures, replayErasures } from '../privacy/erasures.ts'
import { hasObjections } from '../privacy/objections.ts'
import { removePartialCopy } from './backup.ts'

export interface Restored {
  /** Path of the former database, when there was one. */
  former?: string
  /** Rows removed because their person was erased after the backup was made. */
  erased: number
  /** E-mails that waited in the backup and are stopped now. */
  suspended: number
  /** True when the backup holds objections, hashed with a key that is missing beside it. */
  keyMissing: boolean
}

/**
 * Puts a backup in the place of the database, which is kept under another name. Erasures made since the backup are
 * applied again (docs/decisions/0009). E-mails that wait in the backup are stopped, since they may have been sent after
 * it was made, and everyone is signed out of the desk. Throws DatabaseError, with nothing changed, while a server runs or when the backup is damaged.
 */
export function restore(databasePath: string, source: string, clock: Clock): Restored {
  if (!existsSync(source)) throw new DatabaseError(`${source} n’existe pas.`)
  if (isServed(databasePath))
    throw new DatabaseError('Hera tourne et se sert de la base : arrêtez-la d’abord, puis recommencez.')
  checkDatabaseFile(source)
  // Reading both keys throws for a damaged one, before anything is changed.
  for (const path of [databasePath, source]) if (existsSync(keyPath(path))) emailHasher(path)
  const part = `${databasePath}.part`
  removePartialCopy(part)
  try {
    copyDatabase(source, part)
  } catch (error) {
    removePartialCopy(part)
    throw error
  }

  const formerPath = pathForFormer(databasePath, clock)
  const former = existsSync(databasePath) ? formerPath : undefined
  // A write-ahead log left beside the new database would be read as the new one's.
  for (const suffix of ['', '-wal', '-shm']) renameIfExists(databasePath + suffix, formerPath + suffix)
  renameSync(part, databasePath)
  const db = openDatabase(databasePath)
  try {
    const erased = applyKeyAndErasures(db, databasePath, source, formerPath)
    const suspended = suspendMessages(db, clock)
    endDeskAccess(db)
    return {
      ...(former && { former }),
      erased,
      suspended,
      keyMissing: lacksKey(source, databasePath) && hasObjections(db),
    }
  } finally {
    db.close()
  }
}

/** Where the database that is replaced is kept, such as hera.sqlite.avant-20261121-100405 (UTC). */
function pathForFormer(databasePath: string, clock: Clock): string {
  const stamp = clock().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `${databasePath}.avant-${stamp}`
}

/**
 * Takes over the key with which the backup's addresses are hashed, and the erasures that only the backup's log has, and
 * applies every erasure to the restored rows. Where this machine has another key, its own erasures are applied first,
 * with that key, and logged again under the backup's key, which then replaces it.
 * @returns how many rows were removed
 */
function applyKeyAndErasures(db: Database, databasePath: string, source: string, formerPath: string): number {
  if (!existsSync(keyPath(source))) return replayErasures(db, databasePath, emailHasher(databasePath))
  let erased = 0
  if (!existsSync(keyPath(databasePath)) || !sameKey(databasePath, source)) {
    const erasedHere: [email: string, at: string][] = []
    if (existsSync(keyPath(databasePath)))
      erased = replayErasures(db, databasePath, emailHasher(databasePath), (...pair) => erasedHere.push(pair))
    // The key is copied under another name and then renamed: a server that starts while there is no key creates one.
    const part = `${keyPath(databasePath)}.part`
    copyPrivateFile(keyPath(source), part)
    for (const path of [erasuresPath, keyPath]) renameIfExists(path(databasePath), path(formerPath))
    renameSync(part, keyPath(databasePath))
    const hash = emailHasher(databasePath)
    appendErasures(
      databasePath,
      erasedHere.map(([email, at]) => `${at} ${hash(email)}`),
    )
  }
  const known = new Set(readErasures(databasePath))
  appendErasures(
    databasePath,
    readErasures(source).filter((line) => !known.has(line)),
  )
  return erased + replayErasures(db, databasePath, emailHasher(databasePath))
}

/**
 * True for a backup without its key. A copy that a migration or an earlier restore left beside the database, such as
 * hera.sqlite.v2, needs none: the key beside the database is its own.
 */
function lacksKey(source: string, databasePath: string): boolean {
  return !existsSync(keyPath(source)) && !resolve(source).startsWith(`${resolve(databasePath)}.`)
}

function renameIfExists(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}
