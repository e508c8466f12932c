import { type Database, pluck } from './database.ts'

/** What there is one of in a database. */
type SmallFact =
  /** Time of the last test write. */
  | 'health'
  /** When a task last succeeded and, until it does again, when it last failed. */
  | Task
  | `${Task}-failed`
  /** Fingerprint of the key of the hashes. */
  | 'hash-key'
  /** JSON, see mail/mail-server.ts and mail/incoming/cursor.ts. */
  | 'mail-server'
  | 'mailbox'

/** Scheduled task. */
export type Task = 'backup' | 'purge'

/** Returns a fact; undefined if it is not known, such as the failure of a task that has succeeded since. */
export function readFact(db: Database, name: SmallFact): string | undefined {
  return pluck<string>(db, 'SELECT value FROM small_facts WHERE name = ?').get(name)
}

/** Replaces a fact. */
export function writeFact(db: Database, name: SmallFact, value: string): void {
  db.prepare('INSERT INTO small_facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(name, value)
}

/** Records a success of a task, which ends its failure. */
export function recordRun(db: Database, task: Task, at: Date): void {
  writeFact(db, task, at.toISOString())
  db.prepare('DELETE FROM small_facts WHERE name = ?').run(`${task}-failed`)
}

/** Records a failure of a task, which lasts until its next success. */
export function recordFailure(db: Database, task: Task, at: Date): void {
  writeFact(db, `${task}-failed`, at.toISOString())
}

/** Returns when a server first used the database, UTC ISO 8601; undefined if none has. */
export function firstStart(db: Database): string | undefined {
  return pluck<string | null>(db, 'SELECT min(first_used_at) FROM notices').get() ?? undefined
}
