import { type Database, pluck } from './database.ts'

/** Scheduled task. */
export type Task = 'backup' | 'purge'

/** Records a success of a task, which ends its failure. */
export function recordRun(db: Database, task: Task, at: Date): void {
  mark(db, task, at)
  db.prepare('DELETE FROM marks WHERE name = ?').run(`${task}-failed`)
}

/** Records a failure of a task, which lasts until its next success. */
export function recordFailure(db: Database, task: Task, at: Date): void {
  mark(db, `${task}-failed`, at)
}

function mark(db: Database, name: string, at: Date): void {
  db.prepare('INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at').run(name, at.toISOString())
}

/** Returns when a task last succeeded, UTC ISO 8601; undefined if never. */
export function lastRun(db: Database, task: Task | `${Task}-failed`): string | undefined {
  return pluck<string>(db, 'SELECT at FROM marks WHERE name = ?').get(task)
}

/** Returns when a task last failed, UTC ISO 8601; undefined if it has succeeded since. */
export function lastFailure(db: Database, task: Task): string | undefined {
  return lastRun(db, `${task}-failed`)
}

/** Returns when a server first used the database, UTC ISO 8601; undefined if none has. */
export function firstStart(db: Database): string | undefined {
  return pluck<string | null>(db, 'SELECT min(first_used_at) FROM notices').get() ?? undefined
}
