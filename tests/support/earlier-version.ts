import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Database } from '../../src/server/database/database.ts'

const FOLDER = 'db/migrations'
export const MIGRATIONS = readdirSync(FOLDER).sort()

/** Creates a database as the program version with this number of migrations left it. */
export function openVersion(path: string, version: number): Database {
  const db = new Sqlite(path)
  db.pragma('journal_mode = WAL')
  for (const name of MIGRATIONS.slice(0, version)) db.exec(readFileSync(join(FOLDER, name), 'utf8'))
  db.pragma(`user_version = ${version}`)
  return db
}
