import type { Database } from './database.ts'

type Mark = 'backup' | 'purge'

/** Remembers when something was last done. */
export function mark(db: Database, name: Mark, at: Date): void {
  db.prepare('INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at').run(name, at.toISOString())
}

/** When something was last done, UTC ISO text; undefined for never. */
export function lastMark(db: Database, name: Mark): string | undefined {
  return db.prepare<[string], string>('SELECT at FROM marks WHERE name = ?').pluck().get(name)
}
