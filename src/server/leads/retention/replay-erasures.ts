import { type Database, pluck } from '../../database/database.ts'
import { notApplied, noteApplied, readErasures } from '../../people/erasures.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'
import { deleteLeads, type Sender, sendersOf } from '../leads.ts'

/**
 * Applies the lines of the erasure log that a database has not yet applied: a restored copy may contain people who
 * were erased after it was made, or a process may have died between log and database. Lines are applied only once,
 * because with a wrong clock or a corrected address they would also delete later submissions.
 * @returns number of deleted leads
 */
export function replayErasures(db: Database, databasePath: string, hash: KeyedHash): number {
  return db
    .transaction(() => {
      const lines = readErasures(databasePath)
      const pending = notApplied(db, lines)
      if (pending.length === 0) return 0
      noteApplied(db, lines)
      return applyErasures(db, pending, hash)
    })
    .immediate()
}

/**
 * Deletes the leads that lines of the erasure log refer to, except those sent after the erasure.
 * @param onErased called with each address and reference of a deleted lead and the time of its erasure, UTC ISO 8601
 * @returns number of deleted leads
 */
export function applyErasures(
  db: Database,
  lines: readonly string[],
  hash: KeyedHash,
  onErased: (subject: string, at: string) => void = () => {},
): number {
  const erasedAt = new Map<string, string>()
  for (const line of lines) {
    const [at = '', hashed = ''] = line.split(' ')
    if (at > (erasedAt.get(hashed) ?? '')) erasedAt.set(hashed, at)
  }
  if (erasedAt.size === 0) return 0
  return db
    .transaction(() => {
      const erased: Sender[] = []
      for (const lead of sendersOf(db)) {
        const subjects = [lead.email, lead.reference]
        const erasures = subjects.map((subject) => [subject, erasedAt.get(hash(subject)) ?? ''] as const)
        const applying = erasures.filter(([, at]) => lead.created_at < at)
        if (applying.length > 0) erased.push(lead)
        for (const erasure of applying) onErased(...erasure)
      }
      const removed = deleteLeads(db, erased)
      removeMessages(db, (recipient) => erasedAt.get(hash(recipient)) ?? '')
      return removed
    })
    .immediate()
}

/** Deletes the e-mails to an erased address about a lead that has another address since. */
function removeMessages(db: Database, erasedAt: (recipient: string) => string): void {
  const remove = db.prepare('DELETE FROM outbox WHERE recipient = ? AND created_at < ?')
  const recipients = pluck<string>(db, 'SELECT DISTINCT recipient FROM outbox WHERE recipient IS NOT NULL')
  for (const recipient of recipients.all()) remove.run(recipient, erasedAt(recipient))
}
