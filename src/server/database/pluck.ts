import type { Database } from './database.ts'

/** Prepares a query that returns only its first column, such as a count or a reference. */
export function pluck<Value>(db: Database, sql: string) {
  return db.prepare<unknown[], Value>(sql).pluck()
}
