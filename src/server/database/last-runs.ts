import type { Database } from './database.ts'
import { pluck } from './pluck.ts'

/** A task that should run by itself: 'offsite' sends a copy to another machine, 'trial' restores it on trial. */
export type Task = 'backup' | 'purge' | 'offsite' | 'trial'

/** Records when a task last went well, which ends its failure. */
export function recordRun(db: Database, task: Task, at: Date): void {
  record(db, task, at)
  db.prepare('DELETE FROM marks WHERE name = ?').run(failureOf(task))
}

/** Records that a task failed; it counts as failed until it goes well. */
export function recordFailure(db: Database, task: Task, at: Date): void {
  record(db, failureOf(task), at)
}

/** When a task last ran, UTC ISO 8601; undefined when it never has. */
export function lastRun(db: Database, task: Task): string | undefined {
  return read(db, task)
}

/** When a task failed that has not gone well since, UTC ISO 8601. */
export function lastFailure(db: Database, task: Task): string | undefined {
  return read(db, failureOf(task))
}

function failureOf(task: Task): string {
  return `${task}-failed`
}

function record(db: Database, name: string, at: Date): void {
  db.prepare('INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at').run(name, at.toISOString())
}

function read(db: Database, name: string): string | undefined {
  return pluck<string>(db, 'SELECT at FROM marks WHERE name = ?').get(name)
}

/** When a server first ran with the database, UTC ISO 8601; undefined when none has. */
export function firstStart(db: Database): string | undefined {
  return pluck<string | null>(db, 'SELECT min(first_used_at) FROM notices').get() ?? undefined
}
