import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Clock } from '../../clock.ts'
import { copyDatabase } from '../../database/copy-database.ts'
import { type Database, DatabaseError, openDatabase, pluck } from '../../database/database.ts'
import { checkDatabaseFile } from '../../database/integrity.ts'
import { copyPrivateFile } from '../../database/private-file.ts'
import { isServed } from '../../database/serving-lock.ts'
import { endDeskAccess } from '../../desk/access/sessions.ts'
import { applyErasures, replayErasures } from '../../leads/retention/replay-erasures.ts'
import { stopLetters } from '../../mail/letters/letter-rows.ts'
import { suspendMessages } from '../../mail/outbox-admin.ts'
import { appendErasures, erasuresPath, readErasures } from '../../people/erasures.ts'
import { createKeyedHash, isOwnKey, type KeyedHash, keyPath, sameKey } from '../../people/keyed-hash.ts'
import { hasObjections } from '../../people/objections.ts'
import { removePartialCopy } from './backup.ts'
import { keepWithdrawals, leaveLists } from './keep-withdrawals.ts'

/**
 * Replaces the database with a backup and keeps the former database under another name. Erasures, objections and
 * unsubscriptions made since the backup are applied again (docs/decisions/0009). E-mails queued in the backup
 * are stopped, because they may have been sent since, and all sessions of the desk end. All changes are made to
 * a copy beside the database, and the files are renamed last, so that an earlier failure changes nothing. Throws
 * DatabaseError while a server runs or if the backup is damaged.
 */
export function restore(databasePath: string, source: string, clock: Clock) {
  assertRestorable(databasePath, source)
  const part = `${databasePath}.part`
  removeParts(part)
  try {
    copyDatabase(source, part)
    const treated = prepareCopy(part, databasePath, source, clock)
    const formerPath = pathForFormer(databasePath, clock)
    const former = existsSync(databasePath) ? formerPath : undefined
    // SQLite would apply an old write-ahead log to the new database.
    for (const suffix of ['', '-wal', '-shm']) renameIfExists(databasePath + suffix, formerPath + suffix)
    if (existsSync(keyPath(part)))
      for (const path of [erasuresPath, keyPath]) {
        renameIfExists(path(databasePath), path(formerPath))
        renameIfExists(path(part), path(databasePath))
      }
    for (const copy of copiesBeforeMigration(part)) renameSync(copy, copy.replace(/\.part(\.v\d+)$/, '$1'))
    renameSync(part, databasePath)
    /** `former`: path of the former database, if there was one. */
    return { former, ...treated }
  } catch (error) {
    removeParts(part)
    throw error
  }
}

/** Throws DatabaseError while a server runs or if the backup or a key is damaged, before anything is changed. */
export function assertRestorable(databasePath: string, source: string): void {
  assertFile(source)
  if (isServed(databasePath))
    throw new DatabaseError('Hera tourne et se sert de la base : arrêtez-la d’abord, puis recommencez.')
  checkDatabaseFile(source)
  for (const path of [databasePath, source]) if (existsSync(keyPath(path))) createKeyedHash(path)
}

/**
 * Applies the withdrawals and erasures made since to the copy of a backup, and stops its e-mails and sessions. If
 * its addresses are hashed with another key than the database's, that key and a log of erasures under it are
 * placed beside the copy.
 */
function prepareCopy(part: string, databasePath: string, source: string, clock: Clock) {
  const db = openDatabase(part, (migrated) => assertNothingForeign(migrated, source))
  try {
    const hasOwnKey = existsSync(keyPath(databasePath))
    const usesBackupKey = existsSync(keyPath(source)) && !(hasOwnKey && sameKey(databasePath, source))
    const hash = createKeyedHash(usesBackupKey ? source : databasePath)
    const formerHash = usesBackupKey && hasOwnKey ? createKeyedHash(databasePath) : hash
    // Before the erasures, which remove the addresses needed to match the objections.
    const objectors = existsSync(databasePath) ? keepWithdrawals(db, databasePath, formerHash, hash) : []
    const erased = eraseAgain(db, usesBackupKey ? part : databasePath, source, databasePath, formerHash, hash)
    leaveLists(db, objectors ?? [])
    stopLetters(db, clock)
    endDeskAccess(db)
    const suspended = suspendMessages(db, clock)
    if (usesBackupKey) copyPrivateFile(keyPath(source), keyPath(part))
    return {
      /** Rows removed because their person was erased after the backup was made. */
      erased,
      /** Number of e-mails queued in the backup that are now stopped. */
      suspended,
      /** True if the former database could not be read, so that newer objections and unsubscriptions are lost. */
      withdrawalsLost: objectors === undefined,
      /** True if the hashes in the backup were made with a key that is missing beside it. */
      keyMissing: !isOwnKey(db, hash) || (lacksKey(source, databasePath) && hasObjections(db)),
    }
  } finally {
    db.close()
  }
}

/**
 * Throws DatabaseError if a migrated copy has triggers or views that the migrations do not make: they would act on
 * every later lead.
 */
function assertNothingForeign(migrated: Database, source: string): void {
  const namesIn = (db: Database) =>
    pluck<string>(db, "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')").all()
  const fresh = openDatabase(':memory:')
  const known = new Set(namesIn(fresh))
  fresh.close()
  const foreign = namesIn(migrated).filter((name) => !known.has(name))
  if (foreign.length > 0)
    throw new DatabaseError(
      `${source} contient ce que Hera n’y met pas (déclencheur ou vue : ${foreign.join(', ')}) : rien n’est changé, prenez une autre copie.`,
    )
}

/** Throws DatabaseError if the path is not a file. */
export function assertFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new DatabaseError(`${path} n’existe pas.`)
  if (found.isDirectory()) throw new DatabaseError(`${path} est un dossier : nommez la sauvegarde qui s’y trouve.`)
}

/** Path under which the replaced database is kept, such as hera.sqlite.avant-20261121-100405 (UTC). */
export function pathForFormer(databasePath: string, clock: Clock): string {
  const stamp = clock().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `${databasePath}.avant-${stamp}`
}

/**
 * Applies every erasure of both logs to the restored rows. Erasures of this machine under another key are first
 * logged again under the backup's key.
 * @param logPath path whose log of erasures becomes that of the restored database
 * @param formerHash hash function of the former database; `hash` is that of the restored one
 * @returns the number of rows removed
 */
function eraseAgain(
  db: Database,
  logPath: string,
  source: string,
  formerPath: string,
  formerHash: KeyedHash,
  hash: KeyedHash,
): number {
  const erasedHere: string[] = []
  const note = (subject: string, at: string) => erasedHere.push(`${at} ${hash(subject)}`)
  const erased = formerHash === hash ? 0 : applyErasures(db, readErasures(formerPath), formerHash, note)
  const known = new Set(readErasures(logPath))
  const ofSource = existsSync(keyPath(source)) ? readErasures(source).filter((line) => !known.has(line)) : []
  // In this order, because the copy has already applied the beginning of its own log.
  appendErasures(logPath, [...ofSource, ...erasedHere])
  return erased + replayErasures(db, logPath, hash)
}

/**
 * True for a backup without its key. A copy made by a migration or an earlier restore, such as hera.sqlite.v2,
 * needs none, because it uses the key beside the database.
 */
function lacksKey(source: string, databasePath: string): boolean {
  return !existsSync(keyPath(source)) && !resolve(source).startsWith(`${resolve(databasePath)}.`)
}

function renameIfExists(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}

function removeParts(part: string): void {
  removePartialCopy(part)
  for (const path of [keyPath(part), erasuresPath(part), ...copiesBeforeMigration(part)]) rmSync(path, { force: true })
}

/** Copies of the restored file made by migrations. */
function copiesBeforeMigration(part: string): string[] {
  return readdirSync(dirname(part))
    .filter((name) => name.startsWith(`${basename(part)}.v`))
    .map((name) => join(dirname(part), name))
}
