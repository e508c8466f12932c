import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
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
type Outcome = { value: unknown } | { error: unknown }

/**
 * Lets the jobs of one turn of the event loop share a commit, and so one wait for the disk (docs/decisions/0013). A job
 * that throws loses only its own changes. While another process holds the lock, jobs wait without holding up the pages.
 */
export function createCommit(db: Database, clock: Clock): Commit {
  let waiting: Job[] = []
  let draining = false
  const together = db.transaction((jobs: Job[]): Outcome[] => jobs.map((job) => attempt(db, job)))

  async function drain(): Promise<void> {
    draining = true
    while (waiting.length > 0) {
      await nextTurn()
      const jobs = waiting.splice(0, TOGETHER_MAX)
      try {
        const outcomes = together.immediate(jobs)
        for (const [index, job] of jobs.entries()) settle(job, outcomes[index] as Outcome)
      } catch (error) {
        const locked = errorCode(error).startsWith('SQLITE_BUSY')
        const late = (job: Job) => clock().getTime() - job.arrived >= PATIENCE_MS
        for (const job of jobs) if (!locked || late(job)) job.reject(error)
        if (locked) {
          waiting = [...jobs.filter((job) => !late(job)), ...waiting]
          await wait(PAUSE_MS)
        }
      }
    }
    draining = false
  }

  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push({ run, arrived: clock().getTime(), resolve, reject })
      if (!draining) void drain()
    })
}

function attempt(db: Database, { run }: Job): Outcome {
  try {
    return { value: run() }
  } catch (error) {
    // A full or failing disk ends the whole transaction: nobody's job is in it any more.
    if (!db.inTransaction) throw error
    return { error }
  }
}

function settle({ resolve, reject }: Job, outcome: Outcome): void {
  if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.value as never)
}
