import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Database } from '../database/database.ts'
import type { KeyedHash } from './keyed-hash.ts'

/** Returns the path of the erasure log, a separate file, so that restoring an older database undoes no erasure. */
export function erasuresPath(databasePath: string): string {
  return `${databasePath}.erasures`
}

/**
 * Appends lines, `<UTC ISO 8601> <keyed hash>` each, to the erasure log and flushes it to disk. Starts with a line
 * break, because a full disk may have left an incomplete line.
 */
export function appendErasures(databasePath: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  appendFileSync(erasuresPath(databasePath), `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true })
}

/** True if an address was erased after a time (UTC ISO 8601), according to the erasure log. */
export function erasedBefore(databasePath: string, hash: KeyedHash, email: string, at: string): boolean {
  const hashed = hash(email)
  return readErasures(databasePath).some((line) => line.endsWith(` ${hashed}`) && line > at)
}

/** Returns the lines of the erasure log; skips a line that a crash left incomplete. */
export function readErasures(databasePath: string): string[] {
  const path = erasuresPath(databasePath)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]{43}$/.test(line))
}

/**
 * Records that a database has applied these lines, which are the whole log. The record is a 32-bit digest in the
 * header of the file (PRAGMA application_id), which is part of the transaction and of every copy.
 */
export function noteApplied(db: Database, lines: readonly string[]): void {
  db.pragma(`application_id = ${digests(lines).at(-1) ?? 0}`)
}

/** Returns the lines of the log that a database has not applied; all lines if its record is of another log. */
export function notApplied(db: Database, lines: readonly string[]): string[] {
  return lines.slice(digests(lines).lastIndexOf(Number(db.pragma('application_id', { simple: true }))) + 1)
}

/** Returns for each line a digest of the log up to and including it. */
function digests(lines: readonly string[]): number[] {
  const digest = createHash('sha256')
  return lines.map((line) => digest.update(line).copy().digest().readInt32BE())
}
