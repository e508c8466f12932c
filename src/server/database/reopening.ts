import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../clock.ts'
import { log } from '../log.ts'
import { openCheckedDatabase } from './check-schema.ts'
import { type Database, DatabaseError } from './database.ts'
import { followConnection } from './follow-connection.ts'
import { sqliteCode } from './sqlite-error.ts'

/** While the database cannot be opened, it is tried again at most this often, in milliseconds. */
const REOPEN_INTERVAL_MS = 1000
/**
 * How long a statement waits for another process that holds the lock, in milliseconds. SQLite stops the whole process
 * while it waits, so after one wait in vain the next statements do not wait, until one succeeds (docs/decisions/0013).
 */
const BLOCKING_WAIT_MS = 250
/** Codes of SQLite after which a connection may not work again by itself. */
const CONNECTION_BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/
const FILE_DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

/** Shows whether a path still leads to the file that was opened; an entry is empty for what does not exist. */
interface Identity {
  device: number | undefined
  /** Inode and time of creation: when a folder is deleted, the next one may get the same inode. */
  folder: string
  file: string
  wal: string
}

/**
 * Opens the database for a server that runs for months. SQLite in WAL mode goes on committing to a file that was deleted
 * or replaced, and a connection may stay broken after a failure of the disk. So before each statement the file is compared
 * with the one that was opened, and where they differ, or after such a failure, the database is opened again. Until that
 * succeeds, statements throw DatabaseError. A damaged file is not written to until another file takes its place.
 *
 * Throws DatabaseError, here and when it opens again, where `openCheckedDatabase` does.
 */
export function openReopeningDatabase(path: string, clock: Clock): Database {
  let connection = connect(path)
  let opened = identify(path)
  /** The code of the failure after which the connection has to be opened again; empty while it works. */
  let failure = ''
  let waitsForLock = true
  let nextAttemptAt = 0
  let running = false

  function guard<T>(run: () => T): T {
    // The statements of a transaction stay on its connection.
    if (running) return run()
    ensureConnected()
    running = true
    try {
      const result = run()
      setLockWait(true)
      return result
    } catch (error) {
      recordFailure(sqliteCode(error))
      throw error
    } finally {
      running = false
    }
  }

  function ensureConnected(): void {
    if (!failure && isSameFile()) return
    if (clock().getTime() < nextAttemptAt) throw new DatabaseError(`${path} : le disque ne répond pas.`)
    nextAttemptAt = clock().getTime() + REOPEN_INTERVAL_MS
    reopen()
  }

  function isSameFile(): boolean {
    return path === ':memory:' || (fileId(path) === opened.file && fileId(`${path}-wal`) === opened.wal)
  }

  function reopen(): void {
    assertMayOpen(path, opened)
    const old = connection
    // Closing a connection writes its log back into the file. A damaged file must not be written to, so the old
    // connection to it is closed only once another file has been opened.
    const closeAfterwards = FILE_DAMAGED.test(failure) || fileId(path) !== opened.file
    if (!closeAfterwards) old.close()
    // From here on the old connection may be closed: should opening fail, it has to be tried again.
    failure ||= 'SQLITE_IOERR'
    connection = connect(path)
    if (closeAfterwards) old.close()
    opened = identify(path)
    failure = ''
    waitsForLock = true
    nextAttemptAt = 0
    log('database reopened')
  }

  function recordFailure(code: string): void {
    if (CONNECTION_BROKEN.test(code)) failure = code
    if (code.startsWith('SQLITE_BUSY')) setLockWait(false)
  }

  function setLockWait(on: boolean): void {
    if (waitsForLock === on) return
    waitsForLock = on
    connection.pragma(`busy_timeout = ${on ? BLOCKING_WAIT_MS : 0}`)
  }

  return followConnection({
    current: () => connection,
    guard,
    close() {
      if (!FILE_DAMAGED.test(failure)) connection.close()
    },
  })
}

function connect(path: string): Database {
  const db = openCheckedDatabase(path)
  db.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`)
  return db
}

/**
 * Throws DatabaseError where opening would create a new database by mistake: when the file alone is missing, somebody is
 * probably replacing it; when the folder is now on another device, its disk is probably not mounted. A folder that was
 * deleted and made again on the same device gets a new database.
 */
function assertMayOpen(path: string, opened: Identity): void {
  const now = identify(path)
  const sameFolder = now.folder === opened.folder
  const otherDevice = now.device !== opened.device
  if (!now.folder || (!now.file && (sameFolder || otherDevice))) throw new DatabaseError(`${path} a disparu.`)
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
