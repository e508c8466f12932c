import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openCheckedDatabase } from './check-schema.ts'
import { BLOCKING_WAIT_MS } from './commit.ts'
import { type Database, DatabaseError } from './database.ts'
import { sqliteCode } from './database-error.ts'

/** SQLite codes after which a connection may stay unusable. */
const CONNECTION_BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/
const FILE_DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

export type Connection = ReturnType<typeof openConnection>

/**
 * Opens the database with `openCheckedDatabase`, and throws as it does. A server that runs for months must check the
 * file and reopen it: in WAL mode SQLite continues to commit to a deleted or replaced file, and a connection may stay
 * unusable after a disk failure.
 */
export function openConnection(path: string) {
  let db = connect(path)
  let opened = identify(path)
  /** SQLite code of the failure that requires reopening; empty while the connection works. */
  let failure = ''

  const isSound = () =>
    !failure && (path === ':memory:' || (fileId(path) === opened.file && fileId(`${path}-wal`) === opened.wal))

  return {
    /** The current connection; statements prepared on an earlier one must not be used. */
    get db() {
      return db
    },
    /** Throws DatabaseError if a commit would be lost. */
    assertUsable(): void {
      if (!isSound()) throw new DatabaseError(`${path} : le disque ne répond pas.`)
    },
    /** Records the error of a statement; `renew` reopens the database if the connection may be unusable. */
    note(error: unknown): void {
      const code = sqliteCode(error)
      if (CONNECTION_BROKEN.test(code)) failure = code
    },
    /**
     * Reopens the database if needed; returns true if it did. Throws if it cannot be opened yet. Never writes to a
     * damaged file; throws until another file takes its place.
     */
    renew(): boolean {
      if (isSound()) return false
      assertMayOpen(path, opened)
      const old = db
      // Closing a connection writes its log back into the file. A damaged file must not be written to, so the old
      // connection to it is closed only once another file has been opened.
      const closeAfterwards = FILE_DAMAGED.test(failure) || fileId(path) !== opened.file
      if (!closeAfterwards) old.close()
      // The old connection may be closed now, so if opening fails, it must be tried again.
      failure ||= 'SQLITE_IOERR'
      db = connect(path)
      if (closeAfterwards) old.close()
      opened = identify(path)
      failure = ''
      return true
    },
    close(): void {
      if (!FILE_DAMAGED.test(failure)) db.close()
    },
  }
}

function connect(path: string): Database {
  const db = openCheckedDatabase(path)
  db.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`)
  return db
}

/**
 * Throws DatabaseError if opening would create a new database by mistake. If only the file is missing, it is probably
 * being replaced; if the folder is on another device, its disk is probably not mounted. A folder that was deleted and
 * recreated on the same device gets a new database.
 */
function assertMayOpen(path: string, opened: ReturnType<typeof identify>): void {
  const now = identify(path)
  const sameFolder = now.folder === opened.folder
  const otherDevice = now.device !== opened.device
  if (!now.folder || (!now.file && (sameFolder || otherDevice))) throw new DatabaseError(`${path} a disparu.`)
}

/** Returns the device, folder, file and log at a path, to detect a replaced file; a missing one is empty. */
function identify(path: string) {
  const folder = statSync(dirname(path), { throwIfNoEntry: false })
  return {
    device: folder?.dev,
    // Includes the creation time, because a recreated folder may get the same inode.
    folder: folder ? `${folder.ino}:${folder.birthtimeMs}` : '',
    file: fileId(path),
    wal: fileId(`${path}-wal`),
  }
}

function fileId(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}
