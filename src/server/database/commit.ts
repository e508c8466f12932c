import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Connection } from './connection.ts'
import type { Database } from './database.ts'
import { DatabaseError, sqliteCode } from './database-error.ts'

/** Runs a job in a transaction. Resolves with its result once the commit is on disk; rejects if it fails. */
export type Commit = <T>(job: () => T) => Promise<T>

/** Database file that may be replaced while the server runs. */
export type WatchedFile = Pick<Connection, 'assertUsable' | 'note'>

/** How long a job is tried again while another process holds the lock, in milliseconds, and the pause between tries. */
const LOCK_WAIT_MS = 2000
const LOCK_RETRY_MS = 25
/**
 * How long a statement waits for another process that holds the lock, in milliseconds. SQLite blocks the whole process
 * meanwhile, so after one timeout commits do not wait until one succeeds (docs/decisions/0013).
 */
export const BLOCKING_WAIT_MS = 250
/** Maximum number of jobs in one commit, so that other requests are not delayed for long. */
const BATCH_MAX = 64

interface Job {
  run: () => unknown
  /** Milliseconds since 1970. */
  queuedAt: number
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * Creates a queue that commits all jobs of one turn of the event loop together, with one flush to disk
 * (docs/decisions/0013). If a job throws, the transaction is rolled back and each job runs again in its own
 * transaction, so that the others are stored. A job may therefore run twice and must change only the database. While
 * another process holds the lock, jobs are retried without blocking the event loop, so pages are still served. If the
 * file was replaced, jobs are rejected.
 */
export function createCommit(db: Database, clock: Clock, file?: WatchedFile): Commit {
  let queue: Job[] = []
  let draining = false
  let waitsForLock = true
  const runAll = db.transaction((jobs: Job[]): unknown[] => jobs.map(({ run }) => run()))

  /** Commits jobs and settles their promises. Returns the jobs to retry because the database was locked. */
  function commitBatch(jobs: Job[]): Job[] {
    try {
      file?.assertUsable()
      const values = runAll.immediate(jobs)
      setLockWait(true)
      for (const [index, { resolve }] of jobs.entries()) resolve(values[index] as never)
      return []
    } catch (error) {
      if (jobs.length > 1 && isCausedByJob(error)) return jobs.flatMap((job) => commitBatch([job]))
      file?.note(error)
      const locked = sqliteCode(error).startsWith('SQLITE_BUSY')
      if (locked) setLockWait(false)
      const waitedTooLong = (job: Job) => clock().getTime() - job.queuedAt >= LOCK_WAIT_MS
      for (const job of jobs) if (!locked || waitedTooLong(job)) job.reject(error)
      return locked ? jobs.filter((job) => !waitedTooLong(job)) : []
    }
  }

  function setLockWait(on: boolean): void {
    if (waitsForLock === on) return
    waitsForLock = on
    db.pragma(`busy_timeout = ${on ? BLOCKING_WAIT_MS : 0}`)
  }

  async function drain(): Promise<void> {
    draining = true
    while (queue.length > 0) {
      await nextTurn()
      const locked = commitBatch(queue.splice(0, BATCH_MAX))
      queue = [...locked, ...queue]
      if (locked.length > 0) await sleep(LOCK_RETRY_MS)
    }
    draining = false
  }

  return (run) =>
    new Promise((resolve, reject) => {
      queue.push({ run, queuedAt: clock().getTime(), resolve, reject })
      if (!draining) void drain()
    })
}

/** True if a job caused the error, not the disk or the lock. */
function isCausedByJob(error: unknown): boolean {
  const code = sqliteCode(error)
  if (error instanceof DatabaseError) return false
  return !code.startsWith('SQLITE_') || code.startsWith('SQLITE_CONSTRAINT')
}
