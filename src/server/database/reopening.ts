import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../clock.ts'
import { log } from '../log.ts'
import { type Database, DatabaseError, openDatabase } from './database.ts'
import { createStandIn } from './follow-connection.ts'
import { errorCode } from './sqlite-error.ts'

/** While the disk is sick, it is tried again at most this often, in milliseconds. */
const RETRY_MS = 1000
/** How long the first statement of a locked spell waits, in milliseconds; the rest of it does not hold up the pages. */
const BUSY_TIMEOUT_MS = 250
/** After these a connection may not come back by itself. */
const SICK = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

/** What tells whether a path still leads to the file that was opened. */
interface Identity {
  device: number | undefined
  /** The folder; its number alone may be given again, the time of its birth is not. */
  folder: string
  file: string
  wal: string
}

/**
 * A database that outlives its disk: the handle stays, the connection behind it is opened again when the file was
 * replaced or the disk has failed. Without it, SQLite in WAL mode goes on committing to a file that is no longer there.
 * Statements throw while the disk is sick. A damaged file is left as it is until a sound one takes its place.
 */
export function openLasting(path: string, clock: Clock): Database {
  let db = connect(path)
  let known = identify(path)
  let sickness = ''
  let patient = true
  let retryAt = 0
  /** True while a statement or a transaction runs, and so for the statements of a transaction. */
  let inside = false

  function ready(): void {
    if (!sickness && isThere()) return
    if (clock().getTime() < retryAt) throw new DatabaseError(`${path} : le disque ne répond pas.`)
    retryAt = clock().getTime() + RETRY_MS
    reopen()
  }

  function isThere(): boolean {
    return path === ':memory:' || (fileId(path) === known.file && fileId(`${path}-wal`) === known.wal)
  }

  function reopen(): void {
    refuseWrongPlace(path, known)
    const old = db
    // Closing writes the journal back into the file, which a damaged one must not suffer before a sound one is there.
    const replaced = DAMAGED.test(sickness) || fileId(path) !== known.file
    if (!replaced) old.close()
    sickness ||= 'SQLITE_IOERR'
    db = connect(path)
    if (replaced) old.close()
    known = identify(path)
    sickness = ''
    patient = true
    retryAt = 0
    log('database reopened')
  }

  function failed(error: unknown): void {
    const code = errorCode(error)
    if (SICK.test(code)) sickness = code
    if (code.startsWith('SQLITE_BUSY')) waitForLock(false)
  }

  function waitForLock(willing: boolean): void {
    if (patient === willing) return
    patient = willing
    db.pragma(`busy_timeout = ${willing ? BUSY_TIMEOUT_MS : 0}`)
  }

  return createStandIn({
    current: () => db,
    guard(run) {
      if (inside) return run()
      ready()
      inside = true
      try {
        const result = run()
        waitForLock(true)
        return result
      } catch (error) {
        failed(error)
        throw error
      } finally {
        inside = false
      }
    },
    close() {
      if (!DAMAGED.test(sickness)) db.close()
    },
  })
}

function connect(path: string): Database {
  const db = openDatabase(path)
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return db
}

/**
 * A file that is missing from its folder is somebody's work in progress, and an empty folder on another device is a
 * mount point without its disk: neither gets a new database. A folder made anew on the same disk does.
 */
function refuseWrongPlace(path: string, known: Identity): void {
  const now = identify(path)
  const wrong = now.device !== known.device || now.folder === known.folder
  if (!now.folder || (!now.file && wrong)) throw new DatabaseError(`${path} a disparu.`)
}

function identify(path: string): Identity {
  const folder = statSync(dirname(path), { throwIfNoEntry: false })
  return {
    device: folder?.dev,
    folder: folder ? `${folder.ino}:${folder.birthtimeMs}` : '',
    file: fileId(path),
    wal: fileId(`${path}-wal`),
  }
}

function fileId(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}
