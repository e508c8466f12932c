import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import type { Form } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import type { HashEmail } from './email-hash.ts'

/** Path of a database's log of erasures: a file of its own, so that restoring an older database does not undo it. */
export function erasuresPath(databasePath: string): string {
  return `${databasePath}.erasures`
}

/**
 * Logs one erasure; it is on the disk when this returns.
 * @param hash keyed hash of the address
 * @param at UTC ISO 8601
 */
export function logErasure(databasePath: string, hash: string, at: string): void {
  appendErasures(databasePath, [`${at} ${hash}`])
}

/** Adds lines, `<UTC ISO 8601> <keyed hash>` each, made with this database's key. They are on the disk when this returns. */
export function appendErasures(databasePath: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  const file = openSync(erasuresPath(databasePath), 'a', 0o600)
  try {
    appendFileSync(file, `${lines.join('\n')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
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
 * Applies the log of erasures to the rows, because a restored copy may contain people who were erased after it was made.
 * Rows that a person sent after the erasure stay.
 * @param onErased called with each address whose rows were removed and the time of its last erasure, UTC ISO 8601
 * @returns how many rows were removed
 */
export function replayErasures(
  db: Database,
  databasePath: string,
  hash: HashEmail,
  onErased: (email: string, at: string) => void = () => {},
): number {
  const erasedAt = new Map<string, string>()
  for (const line of readErasures(databasePath)) {
    const [at = '', hashed = ''] = line.split(' ')
    if (at > (erasedAt.get(hashed) ?? '')) erasedAt.set(hashed, at)
  }
  if (erasedAt.size === 0) return 0
  return db
    .transaction(() => {
      let removed = 0
      for (const { table } of Object.values(forms) as Form[]) {
        const remove = db.prepare(`DELETE FROM ${table} WHERE email = ? AND created_at < ?`)
        for (const email of db.prepare<[], string>(`SELECT DISTINCT email FROM ${table}`).pluck().all()) {
          const at = erasedAt.get(hash(email))
          const { changes } = at ? remove.run(email, at) : { changes: 0 }
          removed += changes
          if (at && changes > 0) onErased(email, at)
        }
      }
      return removed
    })
    .immediate()
}
