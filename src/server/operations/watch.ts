import type { BuildManifest } from '../build-manifest.ts'
import { type Clock, steadyClock } from '../clock.ts'
import { type Database, DatabaseError } from '../database/database.ts'
import { writeFact } from '../database/small-facts.ts'
import { createFailedWrites, createHealth } from './health.ts'
import { mailState } from './state/mail-state.ts'
import { readState, type State } from './state/read-state.ts'

interface Watched {
  db: Database
  databasePath: string
  build: BuildManifest
  clock: Clock
  sendsEmail: boolean
  readsMail: boolean
  /** True once the database file was replaced. */
  isReplaced?: () => boolean
  running?: () => { buildIsWhole: boolean }
}

/** Watches a running server: whether what it commits is kept, and the state of each part of the installation. */
export function createWatch(watched: Watched) {
  const { db, databasePath, build, clock, sendsEmail, readsMail } = watched
  const { isReplaced = () => false, running = () => ({ buildIsWhole: true }) } = watched
  const failedWrites = createFailedWrites(databasePath, steadyClock)

  /** Throws DatabaseError once the database file was replaced, because a commit would be lost. */
  function assertInPlace(): void {
    if (isReplaced()) throw new DatabaseError(`${databasePath} a été remplacée.`)
  }

  /** Commits a write of one row; throws if that fails. */
  function writeOneRow(): void {
    assertInPlace()
    writeFact(db, 'health', clock().toISOString())
  }

  return {
    assertInPlace,
    /** Records a failed write of a visitor; returns false for a programming error. */
    failed: failedWrites.note,
    /** Records a write of a visitor that succeeded. */
    succeeded: failedWrites.forget,
    health: createHealth(
      {
        writeOneRow,
        writesFail: failedWrites.lately,
        buildIsWhole: () => running().buildIsWhole,
        mailWorks: sendsEmail ? () => mailState(db, clock(), true).status !== 'fail' : undefined,
      },
      steadyClock,
    ),
    /** Returns the state of each part of the installation, after a test write. */
    state: (): State =>
      readState({
        db() {
          writeOneRow()
          return db
        },
        databasePath,
        sendsEmail,
        readsMail,
        build,
        running: { ...running(), writesFail: failedWrites.lately() },
        now: clock(),
      }),
  }
}
