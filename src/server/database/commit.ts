import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { errorCode } from './sqlite-error.ts'

/** Runs a job inside a transaction; gives its result once that is on the disk, rejects when it is not. */
export type Commit = <T>(job: () => T) => Promise<T>

/** How long a job waits for another process that holds the lock, in milliseconds. */
const PATIENCE_MS = 2000
const PAUSE_MS = 25
/** Jobs that share one commit at most, so that no turn of the event loop gets long. */
const TOGETHER_MAX = 64

interface Job {
  run: () => unknown
  arrived: number
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/**
 * Lets the jobs of one turn of the event loop share a commit, and so one wait for the disk (docs/decisions/0013). When a job
 * throws, all are undone and each runs again in a commit of its own, so that none loses more than its own changes: a job
 * does nothing that the database does not undo. While another process holds the lock, jobs wait without holding up the
 * pages.
 */
export function createCommit(db: Database, clock: Clock): Commit {
  let waiting: Job[] = []
  let draining = false
  const together = db.transaction((jobs: Job[]): unknown[] => jobs.map(({ run }) => run()))

  /** Commits jobs and settles them. Gives those that found the database locked and may go on waiting. */
  function settle(jobs: Job[]): Job[] {
    try {
      const values = together.immediate(jobs)
      for (const [index, { resolve }] of jobs.entries()) resolve(values[index] as never)
      return []
    } catch (error) {
      if (jobs.length > 1 && isOfJob(error)) return jobs.flatMap((job) => settle([job]))
      const locked = errorCode(error).startsWith('SQLITE_BUSY')
      const late = (job: Job) => clock().getTime() - job.arrived >= PATIENCE_MS
      for (const job of jobs) if (!locked || late(job)) job.reject(error)
      return locked ? jobs.filter((job) => !late(job)) : []
    }
  }

  async function drain(): Promise<void> {
    draining = true
    while (waiting.length > 0) {
      await nextTurn()
      const locked = settle(waiting.splice(0, TOGETHER_MAX))
      waiting = [...locked, ...waiting]
      if (locked.length > 0) await wait(PAUSE_MS)
    }
    draining = false
  }

  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push({ run, arrived: clock().getTime(), resolve, reject })
      if (!draining) void drain()
    })
}

/** True when one job is the cause, not the disk or the lock. */
function isOfJob(error: unknown): boolean {
  const code = errorCode(error)
  if (error instanceof DatabaseError) return false
  return !code.startsWith('SQLITE_') || code.startsWith('SQLITE_CONSTRAINT')
}
