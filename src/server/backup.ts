import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import type { Clock } from './clock.ts'
import {
  checkDatabase,
  copyDatabase,
  type Database,
  DatabaseError,
  fsyncFile,
  isServed,
  openDatabase,
} from './database.ts'
import { appendErasures, erasuresPath, readErasures, replayErasures } from './erasures.ts'
import { mark } from './marks.ts'
import { suspendMessages } from './outbox-desk.ts'
import { emailHasher, keyPath, sameKey } from './secret.ts'

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
  const part = `${target}.part`
  rmSync(part, { force: true })
  try {
    await db.backup(part, {
      progress({ totalPages, remainingPages }) {
        progress(totalPages - remainingPages, totalPages)
        return STEP_PAGES
      },
    })
    chmodSync(part, 0o600)
    checkDatabase(part)
    fsyncFile(part)
    for (const path of [keyPath, erasuresPath]) {
      if (!existsSync(path(databasePath))) continue
      copyFileSync(path(databasePath), path(target))
      chmodSync(path(target), 0o600)
    }
    renameSync(part, target)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(part + suffix, { force: true })
  }
  mark(db, 'backup', clock())
}

export interface Restored {
  /** Where the former file is, when there was one. */
  former?: string
  erased: number
  suspended: number
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
  const part = `${databasePath}.part`
  rmSync(part, { force: true })
  copyDatabase(source, part)

  const former = existsSync(databasePath) ? setAside(databasePath, clock) : undefined
  renameSync(part, databasePath)
  bringKey(databasePath, source)
  const db = openDatabase(databasePath)
  try {
    const erased = replayErasures(db, databasePath, emailHasher(databasePath))
    const suspended = suspendMessages(db, clock)
    return { ...(former && { former }), erased, suspended }
  } finally {
    db.close()
  }
}

/** Renames the database with its journal, which belongs to it. */
function setAside(databasePath: string, clock: Clock): string {
  const stamp = clock().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const former = `${databasePath}.avant-${stamp}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(databasePath + suffix)) renameSync(databasePath + suffix, former + suffix)
  return former
}

/** Takes the key that came with the backup where there is none, and the erasures that only the backup knows. */
function bringKey(databasePath: string, source: string): void {
  if (!existsSync(keyPath(source))) return
  if (!existsSync(keyPath(databasePath))) {
    copyFileSync(keyPath(source), keyPath(databasePath))
    chmodSync(keyPath(databasePath), 0o600)
  }
  if (!sameKey(databasePath, source)) return
  const known = new Set(readErasures(databasePath))
  appendErasures(
    databasePath,
    readErasures(source).filter((line) => !known.has(line)),
  )
}
