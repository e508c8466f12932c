import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openCheckedDatabase } from './check-schema.ts'
import { BLOCKING_WAIT_MS } from './commit.ts'
import { type Database, DatabaseError } from './database.ts'
import { sqliteCode } from './sqlite-error.ts'

/** Codes of SQLite after which a connection may not work again by itself. */
const CONNECTION_BROKEN = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/
const FILE_DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

export type Connection = ReturnType<typeof openConnection>

/**
 * Opens the database of a server that runs for months, as `openCheckedDatabase` does, and throws where that does. SQLite in
 * WAL mode goes on committing to a file that was deleted or replaced, and a connection may stay broken after a failure of the
 * disk.
 */
export function openConnection(path: string) {
  let db = connect(path)
  let opened = identify(path)
  /** The code of the failure after which the connection has to be opened again; empty while it works. */
  let failure = ''

  const isSound = () =>
    !failure && (path === ':memory:' || (fileId(path) === opened.file && fileId(`${path}-wal`) === opened.wal))

  return {
    /** The present connection; what was prepared on an earlier one is of no use. */
    get db() {
      return db
    },
    /** Throws DatabaseError where what is committed now would be lost. */
    assertSound(): void {
      if (!isSound()) throw new DatabaseError(`${path} : le disque ne répond pas.`)
    },
    /** Notes the error of a statement. */
    note(error: unknown): void {
      const code = sqliteCode(error)
      if (CONNECTION_BROKEN.test(code)) failure = code
    },
    /**
     * Opens the database anew where that is needed; true when it did. Throws where it cannot be opened yet. A damaged file
     * is not written to until another file takes its place.
     */
    renew(): boolean {
      if (isSound()) return false
      assertMayOpen(path, opened)
      const old = db
      // Closing a connection writes its log back into the file. A damaged file must not be written to, so the old
      // connection to it is closed only once another file has been opened.
      const closeAfterwards = FILE_DAMAGED.test(failure) || fileId(path) !== opened.file
      if (!closeAfterwards) old.close()
      // From here on the old connection may be closed: should opening fail, it has to be tried again.
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
 * Throws DatabaseError where opening would create a new database by mistake: when the file alone is missing, somebody is
 * probably replacing it; when the folder is now on another device, its disk is probably not mounted. A folder that was
 * deleted and made again on the same device gets a new database.
 */
function assertMayOpen(path: string, opened: ReturnType<typeof identify>): void {
  const now = identify(path)
  const sameFolder = now.folder === opened.folder
  const otherDevice = now.device !== opened.device
  if (!now.folder || (!now.file && (sameFolder || otherDevice))) throw new DatabaseError(`${path} a disparu.`)
}

/** Shows whether a path still leads to the file that was opened; an entry is empty for what does not exist. */
function identify(path: string) {
  const folder = statSync(dirname(path), { throwIfNoEntry: false })
  return {
    device: folder?.dev,
    // And the time of creation: when a folder is deleted, the next one may get the same inode.
    folder: folder ? `${folder.ino}:${folder.birthtimeMs}` : '',
    file: fileId(path),
    wal: fileId(`${path}-wal`),
  }
}

function fileId(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}
