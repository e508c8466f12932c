import { existsSync, renameSync, statSync } from 'node:fs'
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
import { removeStartingWith } from './copies.ts'
import { keepWithdrawals, leaveLists, openFormer, unlessUnreadable, writeMissing } from './former.ts'

/**
 * Replaces the database with a backup and keeps the former database under another name, with the leads that the backup
 * lacks in private CSV files; all go after fourteen days. Erasures, objections and unsubscriptions made since the backup
 * are applied again (docs/decisions/0009). E-mails queued in the backup are stopped, because they may have been sent
 * since, and all sessions of the desk end. All changes are made to a copy beside the database, and the files are renamed
 * last, so that an earlier failure changes nothing. Rejects with DatabaseError while a server runs or if the backup is
 * damaged or newer.
 */
export async function restore(databasePath: string, source: string, clock: Clock) {
  assertRestorable(databasePath, source)
  const part = `${databasePath}.part`
  removeStartingWith(part)
  try {
    copyDatabase(source, part)
    const treated = await prepareCopy(part, databasePath, source, clock)
    const formerPath = pathForFormer(databasePath, clock)
    const former = existsSync(databasePath) ? formerPath : undefined
    const files = treated.lacking.map((form) => `${formerPath}.${form}.csv`)
    for (const form of treated.lacking) renameSync(`${part}.${form}.csv`, `${formerPath}.${form}.csv`)
    // SQLite would apply an old write-ahead log to the new database.
    for (const suffix of ['', '-wal', '-shm']) renameIfExists(databasePath + suffix, formerPath + suffix)
    if (existsSync(keyPath(part)))
      for (const path of [erasuresPath, keyPath]) {
        renameIfExists(path(databasePath), path(formerPath))
        renameIfExists(path(part), path(databasePath))
      }
    renameSync(part, databasePath)
    /** `former`: path of the former database, if there was one; `files`: the leads that the backup lacks. */
    return { former, files, ...treated }
  } finally {
    removeStartingWith(part)
  }
}

/** Throws DatabaseError if a restore must be refused, before anything is changed. */
function assertRestorable(databasePath: string, source: string): void {
  const [given, current] = [source, databasePath].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (!given) throw new DatabaseError(`${source} n’existe pas.`)
  if (given.isDirectory()) throw new DatabaseError(`${source} est un dossier : nommez la sauvegarde qui s’y trouve.`)
  // By their numbers, so that a link to the database counts too.
  if (given.ino === current?.ino && given.dev === current.dev)
    throw new DatabaseError(`${source} est la base elle-même, pas une sauvegarde : rien n’est changé.`)
  if (isServed(databasePath))
    throw new DatabaseError('Hera tourne et se sert de la base : arrêtez-la d’abord, puis recommencez.')
  checkDatabaseFile(source)
  for (const path of [databasePath, source]) if (existsSync(keyPath(path))) createKeyedHash(path)
}

/**
 * Applies the withdrawals and erasures made since to the copy of a backup, stops its e-mails and sessions, and writes
 * the leads that it lacks. If its addresses are hashed with another key than the database's, that key and a log of
 * erasures under it are placed beside the copy.
 */
async function prepareCopy(part: string, databasePath: string, source: string, clock: Clock) {
  const hasFormer = existsSync(databasePath)
  const former = hasFormer ? await unlessUnreadable(() => openFormer(databasePath, `${part}.ancienne`)) : undefined
  const db = openDatabase(part)
  try {
    const hasOwnKey = existsSync(keyPath(databasePath))
    const usesBackupKey = existsSync(keyPath(source)) && !(hasOwnKey && sameKey(databasePath, source))
    const hash = createKeyedHash(usesBackupKey ? source : databasePath)
    const formerHash = usesBackupKey && hasOwnKey ? createKeyedHash(databasePath) : hash
    // Before the erasures, which remove the addresses needed to match the objections.
    const objectors = former && (await unlessUnreadable(() => keepWithdrawals(db, former, formerHash, hash)))
    const erased = eraseAgain(db, usesBackupKey ? part : databasePath, source, databasePath, formerHash, hash)
    leaveLists(db, objectors ?? [])
    stopLetters(db, clock)
    endDeskAccess(db)
    const suspended = suspendMessages(db, clock)
    if (usesBackupKey) copyPrivateFile(keyPath(source), keyPath(part))
    const missing = former && (await unlessUnreadable(() => writeMissing(db, former, formerHash, clock, part)))
    return {
      leads: pluck<number>(db, 'SELECT count(*) FROM leads').get() ?? 0,
      /** Arrival of the newest lead of the backup, ISO UTC; null without leads. */
      newest: pluck<string | null>(db, 'SELECT max(created_at) FROM leads').get() ?? null,
      /** Rows removed because their person was erased after the backup was made. */
      erased,
      /** Number of e-mails queued in the backup that are now stopped. */
      suspended,
      /** Number of leads that the backup lacks, and their forms. */
      missing: missing?.count ?? 0,
      lacking: missing?.forms ?? [],
      /** True if the former database could not be read, so that what it received since the backup is lost. */
      formerLost: hasFormer && (objectors === undefined || missing === undefined),
      /** True if the hashes in the backup were made with a key that is missing beside it. */
      keyMissing: !isOwnKey(db, hash),
    }
  } finally {
    db.close()
    former?.close()
  }
}

/** Path under which the replaced database is kept, such as hera.sqlite.avant-20261121-100405 (UTC). */
function pathForFormer(databasePath: string, clock: Clock): string {
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

function renameIfExists(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}
