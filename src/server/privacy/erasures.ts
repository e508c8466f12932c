import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import type { Form } from '../../forms/form.ts'
import { forms } from '../../forms/index.ts'
import type { Database } from '../database/database.ts'
import type { HashEmail } from './email-hash.ts'

/** Where the erasure log of a database lies: outside it, so that an older copy of the database does not undo it. */
export function erasuresPath(databasePath: string): string {
  return `${databasePath}.erasures`
}

/** Adds one erasure: time and keyed hash, on the disk before it returns. */
export function logErasure(databasePath: string, hash: string, at: string): void {
  appendErasures(databasePath, [`${at} ${hash}`])
}

/** Adds lines of another log of the same key. */
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

/** The lines of a log, without those that a crash cut short. */
export function readErasures(databasePath: string): string[] {
  const path = erasuresPath(databasePath)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]{43}$/.test(line))
}

/**
 * Erases again whoever was erased, where a restored copy brought them back: rows older than their erasure.
 * @param onErased told each address of which rows were removed, and when it was erased first
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
