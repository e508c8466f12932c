import { type Database, pluck } from './database.ts'

/** Scheduled task: 'offsite' sends a backup to another machine, 'trial' tests its restore. */
export type Task = 'backup' | 'purge' | 'offsite' | 'trial'

/** Records a success of a task, which ends its failure. */
export function recordRun(db: Database, task: Task, at: Date): void {
  record(db, task, at)
  db.prepare('DELETE FROM marks WHERE name = ?').run(failureOf(task))
}

/** Records a failure of a task, which lasts until its next success. */
export function recordFailure(db: Database, task: Task, at: Date): void {
  record(db, failureOf(task), at)
}

/** Returns when a task last succeeded, UTC ISO 8601; undefined if never. */
export function lastRun(db: Database, task: Task): string | undefined {
  return read(db, task)
}

/** Returns when a task last failed, UTC ISO 8601; undefined if it has succeeded since. */
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

/** Returns when a server first used the database, UTC ISO 8601; undefined if none has. */
export function firstStart(db: Database): string | undefined {
  return pluck<string | null>(db, 'SELECT min(first_used_at) FROM notices').get() ?? undefined
}
