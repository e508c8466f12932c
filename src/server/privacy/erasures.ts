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
 * Logs one erasure; it is on the disk when this returns. The references of the rows are logged too, because an older
 * database may hold them under an address that was corrected since.
 * @param hashes keyed hashes of the address and of the references of its rows
 * @param at UTC ISO 8601
 */
export function logErasure(databasePath: string, hashes: readonly string[], at: string): void {
  appendErasures(
    databasePath,
    hashes.map((hash) => `${at} ${hash}`),
  )
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
 * @param onErased called with each address and reference whose rows were removed and the time of the erasure, UTC ISO 8601
 * @returns how many rows were removed
 */
export function replayErasures(
  db: Database,
  databasePath: string,
  hash: HashEmail,
  onErased: (subject: string, at: string) => void = () => {},
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
        const remove = db.prepare(`DELETE FROM ${table} WHERE reference = ?`)
        for (const row of db.prepare<[], Row>(`SELECT reference, email, created_at FROM ${table}`).all()) {
          const erasures = [row.email, row.reference].map(
            (subject) => [subject, erasedAt.get(hash(subject)) ?? ''] as const,
          )
          const applying = erasures.filter(([, at]) => row.created_at < at)
          if (applying.length === 0) continue
          removed += remove.run(row.reference).changes
          for (const erasure of applying) onErased(...erasure)
        }
      }
      removeMessages(db, (recipient) => erasedAt.get(hash(recipient)) ?? '')
      return removed
    })
    .immediate()
}

interface Row {
  reference: string
  email: string
  created_at: string
}

/** Removes the e-mails that went to an erased address about a row that has had another one since. */
function removeMessages(db: Database, erasedAt: (recipient: string) => string): void {
  const remove = db.prepare('DELETE FROM outbox WHERE recipient = ? AND created_at < ?')
  const recipients = db.prepare<[], string>('SELECT DISTINCT recipient FROM outbox WHERE recipient IS NOT NULL').pluck()
  for (const recipient of recipients.all()) remove.run(recipient, erasedAt(recipient))
}
