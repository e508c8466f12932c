import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Database } from '../database/database.ts'

/** Path of a database's log of erasures: a file of its own, so that restoring an older database does not undo it. */
export function erasuresPath(databasePath: string): string {
  return `${databasePath}.erasures`
}

/**
 * Adds lines, `<UTC ISO 8601> <keyed hash>` each, made with this database's key. They are on the disk when this returns. Each
 * call begins with a line break too, so that it does not go on in a line that a full disk left incomplete.
 */
export function appendErasures(databasePath: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  appendFileSync(erasuresPath(databasePath), `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** The lines of a database's log of erasures; a line that a crash left incomplete is skipped. */
export function readErasures(databasePath: string): string[] {
  const path = erasuresPath(databasePath)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]{43}$/.test(line))
}

/**
 * Notes in a database that it has applied these lines, which are the whole log: as a digest of 32 bits in the header of the
 * file (PRAGMA application_id), which belongs to the transaction and goes along with a copy.
 */
export function noteApplied(db: Database, lines: readonly string[]): void {
  db.pragma(`application_id = ${digests(lines).at(-1) ?? 0}`)
}

/** The lines of the log that follow those a database has applied; all of them where what it noted is of another log. */
export function notApplied(db: Database, lines: readonly string[]): string[] {
  return lines.slice(digests(lines).lastIndexOf(Number(db.pragma('application_id', { simple: true }))) + 1)
}

/** For each line a digest of the log up to it. */
function digests(lines: readonly string[]): number[] {
  const digest = createHash('sha256')
  return lines.map((line) => digest.update(line).copy().digest().readInt32BE())
}
