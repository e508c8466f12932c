import { hash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Sqlite from 'better-sqlite3'
import { DatabaseError } from './database-error.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/', import.meta.url))

/** A file of db/migrations, or its row in the table `migrations`. */
interface Migration {
  name: string
  /** SHA-256 of the file's text, 64 characters. */
  checksum: string
}

/** Returns the database version of this program: the number of its migrations. */
export function latestVersion(): number {
  return migrationFiles().length
}

/**
 * Applies the missing migrations, each in its own transaction, and records their names and checksums in the table
 * `migrations`. Copies an older file first, to `<path>.v<number of migrations>`. Throws DatabaseError if the database
 * is newer than the program, if a migration was changed, removed or inserted before others after it was applied, or if
 * one loses leads or answers that it does not say it removes.
 */
export function migrate(db: Sqlite.Database, path: string, folder = MIGRATIONS): void {
  const files = migrationFiles(folder)
  const applied = readApplied(db, files)
  assertSameHistory(applied, files, path)
  const version = applied.length
  if (version > 0 && version < files.length) {
    db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(path, copyBefore(path, version))
    chmodSync(copyBefore(path, version), 0o600)
  }
  record(db, applied)
  withoutForeignKeys(db, () => {
    for (const [index, { name, checksum }] of files.entries()) {
      if (index < version) continue
      db.transaction(() => {
        apply(db, name, readFileSync(join(folder, name), 'utf8'))
        db.prepare('INSERT INTO migrations VALUES (?, ?, ?)').run(name, checksum, new Date().toISOString())
        // Releases without the table `migrations` recognize a newer database by this number.
        db.pragma(`user_version = ${index + 1}`)
      }).immediate()
    }
  })
}

/**
 * With foreign keys on, the DROP TABLE of a table that is created again deletes every row that refers to it
 * (https://www.sqlite.org/lang_altertable.html#otheralter). The setting has no effect inside a transaction.
 */
function withoutForeignKeys(db: Sqlite.Database, work: () => void): void {
  const setting = db.pragma('foreign_keys', { simple: true })
  db.pragma('foreign_keys = OFF')
  try {
    work()
  } finally {
    db.pragma(`foreign_keys = ${setting}`)
  }
}

/** A comment line of a migration that removes leads or answers names their tables: «-- Removes rows of: leads, …». */
const REMOVES = /^-- Removes rows of: (.+)$/gm

/** Executes a migration. Throws DatabaseError if a row refers to a missing one afterwards, or if rows are missing. */
function apply(db: Sqlite.Database, name: string, sql: string): void {
  const before = countLeads(db)
  db.exec(sql)
  const [dangling] = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (dangling)
    throw new DatabaseError(
      `db/migrations/${name} laisse dans ${dangling.table} des lignes dont ${dangling.parent} n’a plus l’origine : rien n’a été changé.`,
    )
  const after = countLeads(db)
  const removes = new Set([...sql.matchAll(REMOVES)].flatMap(([, tables = '']) => tables.split(/[,\s]+/)))
  for (const [table, rows] of before) {
    const left = after.get(table) ?? 0
    if (left !== rows && !removes.has(table))
      throw new DatabaseError(
        `db/migrations/${name} ferait passer ${table} de ${rows} à ${left} lignes sans le dire : rien n’a été changé.`,
      )
  }
}

/** Returns the number of rows of `leads` and of each table of answers: those whose key is the reference of a lead. */
function countLeads(db: Sqlite.Database): Map<string, number> {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema AS each WHERE type = 'table' AND (name = 'leads' OR (
         SELECT iif(count(*) = 1, max(k."table"), NULL) FROM pragma_table_info(each.name) AS c
         LEFT JOIN pragma_foreign_key_list(each.name) AS k ON k."from" = c.name WHERE c.pk > 0
       ) = 'leads')`,
    )
    .pluck()
    .all()
  return new Map(
    tables.map((table) => [table, db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0]),
  )
}

/** Returns the number of applied migrations. Throws DatabaseError as `migrate` does. */
export function readVersion(db: Sqlite.Database, path: string): number {
  const files = migrationFiles()
  const applied = readApplied(db, files)
  assertSameHistory(applied, files, path)
  return applied.length
}

/** Returns the applied migrations in order. A database without the table `migrations` only stores their number. */
function readApplied(db: Sqlite.Database, files: readonly Migration[]): Migration[] {
  if (hasRecords(db)) return db.prepare<[], Migration>('SELECT name, checksum FROM migrations ORDER BY name').all()
  const counted = db.pragma('user_version', { simple: true }) as number
  const newer = Array.from({ length: Math.max(0, counted - files.length) }, () => ({ name: '\uffff', checksum: '' }))
  return [...files.slice(0, counted), ...newer]
}

function hasRecords(db: Sqlite.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined
}

/** Creates the table `migrations` if it is missing, with a row for each applied migration. */
function record(db: Sqlite.Database, applied: readonly Migration[]): void {
  if (hasRecords(db)) return
  db.transaction(() => {
    db.exec(`CREATE TABLE migrations (
  name TEXT PRIMARY KEY,
  checksum TEXT NOT NULL CHECK (length(checksum) = 64),
  applied_at TEXT
) STRICT, WITHOUT ROWID`)
    const insert = db.prepare('INSERT INTO migrations VALUES (?, ?, NULL)')
    for (const { name, checksum } of applied) insert.run(name, checksum)
  }).immediate()
}

/** Throws DatabaseError unless the files begin with the applied migrations, unchanged and in the same order. */
function assertSameHistory(applied: readonly Migration[], files: readonly Migration[], path: string): void {
  const last = files.at(-1)?.name ?? ''
  if (applied.some(({ name }) => name > last))
    throw new DatabaseError(
      `${path} vient d’une version plus récente de Hera (${applied.length} migrations, celle-ci en connaît ${files.length}). ${wayBack(path, files.length)}`,
    )
  for (const [index, { name, checksum }] of applied.entries()) {
    const file = files[index]
    if (file?.name !== name || file.checksum !== checksum)
      throw new DatabaseError(
        `${path} : la migration db/migrations/${name} a changé, a disparu ou suit une nouvelle. Remettez ce dossier comme il était et ajoutez une nouvelle migration à la fin.`,
      )
  }
}

/** Says how to go on with this program; the leads received since the copy are kept in a file by `hera restore`. */
function wayBack(path: string, version: number): string {
  const copy = copyBefore(path, version)
  return existsSync(copy)
    ? `Remettez Hera à jour, ou reprenez la copie d’avant : hera restore ${copy}`
    : 'Mettez Hera à jour.'
}

function copyBefore(path: string, version: number): string {
  return `${path}.v${version}`
}

function migrationFiles(folder = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // A checkout may have converted the line endings.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, checksum: hash('sha256', text, 'hex') }
    })
}
