import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Clock } from '../clock.ts'
import {
  checkDatabase,
  copyDatabase,
  createEmptyPrivately,
  type Database,
  DatabaseError,
  fsyncFile,
  isServed,
  openDatabase,
  sealCopy,
} from '../database/database.ts'
import { mark } from '../database/last-runs.ts'
import { suspendMessages } from '../mail/outbox-admin.ts'
import { emailHasher, keyPath, sameKey } from '../privacy/email-hash.ts'
import { appendErasures, erasuresPath, readErasures, replayErasures } from '../privacy/erasures.ts'
import { hasObjections } from '../privacy/objections.ts'

/** Pages copied before others get their turn. */
const STEP_PAGES = 4000

/**
 * Copies the database while it is in use (SQLite's online backup), checks the copy and only then gives it its name. The
 * key and the erasure log go beside it: without them objections and erasures could not be applied on another machine.
 * @param progress told the pages copied and the pages in all
 */
export async function backUp(
  db: Database,
  databasePath: string,
  target: string,
  clock: Clock,
  progress: (done: number, total: number) => void,
): Promise<void> {
  if (existsSync(target)) throw new DatabaseError(`${target} existe déjà : choisissez un autre nom.`)
  if (!existsSync(dirname(target))) throw new DatabaseError(`Le dossier ${dirname(target)} n’existe pas : créez-le.`)
  const part = `${target}.part`
  removeCopy(part)
  try {
    createEmptyPrivately(part)
    await db.backup(part, {
      progress({ totalPages, remainingPages }) {
        progress(totalPages - remainingPages, totalPages)
        return STEP_PAGES
      },
    })
    sealCopy(part)
    checkDatabase(part)
    fsyncFile(part)
    for (const path of [keyPath, erasuresPath]) {
      if (existsSync(path(databasePath))) copyPrivately(path(databasePath), path(target))
    }
    renameSync(part, target)
  } finally {
    removeCopy(part)
  }
  mark(db, 'backup', clock())
}

export interface Restored {
  /** Where the former file is, when there was one. */
  former?: string
  erased: number
  suspended: number
  /** True when the backup notes objections under a key that did not come with it. */
  keyMissing: boolean
}

/**
 * Puts a backup in the place of the database, which is kept under another name. Erasures made since are applied again,
 * and e-mails that wait are stopped, since they may have gone. Throws DatabaseError, with nothing changed, while a
 * server runs or when the backup is damaged.
 */
export function restore(databasePath: string, source: string, clock: Clock): Restored {
  if (!existsSync(source)) throw new DatabaseError(`${source} n’existe pas.`)
  if (isServed(databasePath))
    throw new DatabaseError('Hera tourne et se sert de la base : arrêtez-la d’abord, puis recommencez.')
  checkDatabase(source)
  // A damaged key is found before anything is touched.
  for (const path of [databasePath, source]) if (existsSync(keyPath(path))) emailHasher(path)
  const part = `${databasePath}.part`
  removeCopy(part)
  try {
    copyDatabase(source, part)
  } catch (error) {
    removeCopy(part)
    throw error
  }

  const aside = nameAside(databasePath, clock)
  const former = existsSync(databasePath) ? aside : undefined
  // The journal belongs to its database.
  for (const suffix of ['', '-wal', '-shm']) renameIfThere(databasePath + suffix, aside + suffix)
  renameSync(part, databasePath)
  const db = openDatabase(databasePath)
  try {
    const erased = bringKey(db, databasePath, source, aside)
    const suspended = suspendMessages(db, clock)
    return {
      ...(former && { former }),
      erased,
      suspended,
      keyMissing: needsKey(source, databasePath) && hasObjections(db),
    }
  } finally {
    db.close()
  }
}

/** True for a backup from elsewhere without its key; what an upgrade or a restore left beside the database has ours. */
function needsKey(source: string, databasePath: string): boolean {
  return !existsSync(keyPath(source)) && !resolve(source).startsWith(`${resolve(databasePath)}.`)
}

/** Where what a restore takes the place of is kept. */
function nameAside(databasePath: string, clock: Clock): string {
  const stamp = clock().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `${databasePath}.avant-${stamp}`
}

/**
 * Takes the key under which the backup knows its addresses, and the erasures that only the backup knows, and erases again
 * whoever was erased. A key of this machine's own gives way: what was erased under it is erased once more and noted under
 * the new one.
 * @returns how many rows were removed
 */
function bringKey(db: Database, databasePath: string, source: string, aside: string): number {
  if (!existsSync(keyPath(source))) return replayErasures(db, databasePath, emailHasher(databasePath))
  let erased = 0
  if (!existsSync(keyPath(databasePath)) || !sameKey(databasePath, source)) {
    const again: [email: string, at: string][] = []
    if (existsSync(keyPath(databasePath)))
      erased = replayErasures(db, databasePath, emailHasher(databasePath), (...pair) => again.push(pair))
    // Never without a key for longer than it takes to rename one: a server that starts would make its own.
    const part = `${keyPath(databasePath)}.part`
    copyPrivately(keyPath(source), part)
    for (const path of [erasuresPath, keyPath]) renameIfThere(path(databasePath), path(aside))
    renameSync(part, keyPath(databasePath))
    const hash = emailHasher(databasePath)
    appendErasures(
      databasePath,
      again.map(([email, at]) => `${at} ${hash(email)}`),
    )
  }
  const known = new Set(readErasures(databasePath))
  appendErasures(
    databasePath,
    readErasures(source).filter((line) => !known.has(line)),
  )
  return erased + replayErasures(db, databasePath, emailHasher(databasePath))
}

function renameIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}

/** Copies a small file, readable by its owner alone from its first byte, onto the disk. */
function copyPrivately(from: string, to: string): void {
  rmSync(to, { force: true })
  writeFileSync(to, readFileSync(from), { mode: 0o600, flag: 'wx', flush: true })
}

/** Removes a copy that was begun, with what belongs to it. */
function removeCopy(part: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(part + suffix, { force: true })
}
