import type { Database } from './database.ts'

/** A task that should run every day. */
export type Task = 'backup' | 'purge'

/** Records when a task last ran. */
export function recordRun(db: Database, task: Task, at: Date): void {
  db.prepare('INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at').run(task, at.toISOString())
}

/** When a task last ran, UTC ISO 8601; undefined when it never has. */
export function lastRun(db: Database, task: Task): string | undefined {
  return db.prepare<[string], string>('SELECT at FROM marks WHERE name = ?').pluck().get(task)
}

/** When a server first ran with the database, UTC ISO 8601; undefined when none has. */
export function firstStart(db: Database): string | undefined {
  return db.prepare<[], string | null>('SELECT min(first_used_at) FROM notices').pluck().get() ?? undefined
}
