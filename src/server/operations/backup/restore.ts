import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Clock } from '../../clock.ts'
import { copyDatabase } from '../../database/copy-database.ts'
import { type Database, DatabaseError, openDatabase } from '../../database/database.ts'
import { checkDatabaseFile } from '../../database/integrity.ts'
import { copyPrivateFile } from '../../database/private-file.ts'
import { isServed } from '../../database/serving-lock.ts'
import { endDeskAccess } from '../../desk/access/sessions.ts'
import { applyErasures, replayErasures } from '../../leads/retention/replay-erasures.ts'
import { holdScheduled } from '../../letters/drafts.ts'
import { stopLetters } from '../../letters/letter-rows.ts'
import { suspendMessages } from '../../outbox/outbox-admin.ts'
import { emailHasher, type HashEmail, keyPath, sameKey } from '../../people/email-hash.ts'
import { appendErasures, erasuresPath, readErasures } from '../../people/erasures.ts'
import { isOwnKey } from '../../people/hash-key.ts'
import { hasObjections } from '../../people/objections.ts'
import { removePartialCopy } from './backup.ts'
import { keepWithdrawals, leaveLists } from './keep-withdrawals.ts'

/**
 * Puts a backup in the place of the database, which is kept under another name. Erasures made since the backup are
 * applied again, and so are objections and unsubscriptions (docs/decisions/0009). E-mails that wait in the backup are
 * stopped, since they may have been sent after it was made, and everyone is signed out of the desk. All of it is done to a
 * copy beside the database, and the files change places last: whatever ends a restore before, nothing is changed. Throws
 * DatabaseError while a server runs or when the backup is damaged.
 */
export function restore(databasePath: string, source: string, clock: Clock) {
  assertFile(source)
  if (isServed(databasePath))
    throw new DatabaseError('Hera tourne et se sert de la base : arrêtez-la d’abord, puis recommencez.')
  checkDatabaseFile(source)
  // Reading both keys throws for a damaged one, before anything is changed.
  for (const path of [databasePath, source]) if (existsSync(keyPath(path))) emailHasher(path)
  const part = `${databasePath}.part`
  removeParts(part)
  try {
    copyDatabase(source, part)
    const treated = treat(part, databasePath, source, clock)
    const formerPath = pathForFormer(databasePath, clock)
    const former = existsSync(databasePath) ? formerPath : undefined
    // A write-ahead log left beside the new database would be read as the new one's.
    for (const suffix of ['', '-wal', '-shm']) renameIfExists(databasePath + suffix, formerPath + suffix)
    if (existsSync(keyPath(part)))
      for (const path of [erasuresPath, keyPath]) {
        renameIfExists(path(databasePath), path(formerPath))
        renameIfExists(path(part), path(databasePath))
      }
    for (const copy of copiesBeforeMigration(part)) renameSync(copy, copy.replace(/\.part(\.v\d+)$/, '$1'))
    renameSync(part, databasePath)
    /** `former`: path of the former database, when there was one. */
    return { former, ...treated }
  } catch (error) {
    removeParts(part)
    throw error
  }
}

/**
 * Brings the copy of a backup up to date before it takes the place of the database. Where the backup's addresses are hashed
 * with another key than the database's, that key and the log of erasures under it are laid beside the copy.
 */
function treat(part: string, databasePath: string, source: string, clock: Clock) {
  const db = openDatabase(part)
  try {
    const hasOwnKey = existsSync(keyPath(databasePath))
    const adopts = existsSync(keyPath(source)) && !(hasOwnKey && sameKey(databasePath, source))
    const hash = emailHasher(adopts ? source : databasePath)
    const formerHash = adopts && hasOwnKey ? emailHasher(databasePath) : hash
    // Before the erasures, which remove the addresses that objections are recognised by.
    const objectors = existsSync(databasePath) ? keepWithdrawals(db, databasePath, formerHash, hash) : []
    const erased = eraseAgain(db, adopts ? part : databasePath, source, databasePath, formerHash, hash)
    leaveLists(db, objectors ?? [])
    stopLetters(db, clock)
    holdScheduled(db)
    endDeskAccess(db)
    const suspended = suspendMessages(db, clock)
    if (adopts) copyPrivateFile(keyPath(source), keyPath(part))
    return {
      /** Rows removed because their person was erased after the backup was made. */
      erased,
      /** E-mails that waited in the backup and are stopped now. */
      suspended,
      /** True when the former database could not be read, with the objections and unsubscriptions made since the backup. */
      withdrawalsLost: objectors === undefined,
      /** True when the hashes in the backup are of a key that is missing beside it. */
      keyMissing: !isOwnKey(db, hash) || (lacksKey(source, databasePath) && hasObjections(db)),
    }
  } finally {
    db.close()
  }
}

/** Throws DatabaseError for a path where no file is. */
export function assertFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new DatabaseError(`${path} n’existe pas.`)
  if (found.isDirectory()) throw new DatabaseError(`${path} est un dossier : nommez la sauvegarde qui s’y trouve.`)
}

/** Where the database that is replaced is kept, such as hera.sqlite.avant-20261121-100405 (UTC). */
function pathForFormer(databasePath: string, clock: Clock): string {
  const stamp = clock().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `${databasePath}.avant-${stamp}`
}

/**
 * Applies every erasure to the restored rows: those that this machine made under another key, which are logged again under
 * the backup's key, and those of both logs.
 * @param logPath whose log of erasures will be that of the restored database
 * @param formerHash makes the hashes of the former database, `hash` those of the restored one
 * @returns how many rows were removed
 */
function eraseAgain(
  db: Database,
  logPath: string,
  source: string,
  formerPath: string,
  formerHash: HashEmail,
  hash: HashEmail,
): number {
  const erasedHere: string[] = []
  const note = (subject: string, at: string) => erasedHere.push(`${at} ${hash(subject)}`)
  const erased = formerHash === hash ? 0 : applyErasures(db, readErasures(formerPath), formerHash, note)
  const known = new Set(readErasures(logPath))
  const ofSource = existsSync(keyPath(source)) ? readErasures(source).filter((line) => !known.has(line)) : []
  // In this order: what the copy has applied is the beginning of the log that came with it.
  appendErasures(logPath, [...ofSource, ...erasedHere])
  return erased + replayErasures(db, logPath, hash)
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

/** Removes what an unfinished restore left. */
function removeParts(part: string): void {
  removePartialCopy(part)
  for (const path of [keyPath(part), erasuresPath(part), ...copiesBeforeMigration(part)]) rmSync(path, { force: true })
}

/** The copies that migrations made of the restored file. */
function copiesBeforeMigration(part: string): string[] {
  return readdirSync(dirname(part))
    .filter((name) => name.startsWith(`${basename(part)}.v`))
    .map((name) => join(dirname(part), name))
}
