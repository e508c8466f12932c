import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach } from 'vitest'
import { openCheckedDatabase } from '../src/server/database/check-schema.ts'
import type { Database } from '../src/server/database/database.ts'

let image: Buffer | undefined

/** A database in memory with the present schema: a copy of one that went through the migrations, which takes a hundred times as long. */
export function openMemory(): Database {
  image ??= openCheckedDatabase(':memory:').serialize()
  const db = new Sqlite(image)
  for (const pragma of ['foreign_keys = ON', 'secure_delete = ON']) db.pragma(pragma)
  return db
}

/** The database of the test file that calls `freshDatabase`. */
export let db: Database

/** Opens a database in memory for each test of a file, and closes it after the test. */
export function freshDatabase(): void {
  beforeEach(() => {
    db = openMemory()
  })
  afterEach(() => db.close())
}
