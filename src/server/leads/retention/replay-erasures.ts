import type { Database } from '../../database/database.ts'
import { pluck } from '../../database/pluck.ts'
import type { HashEmail } from '../../people/email-hash.ts'
import { readErasures } from '../../people/erasures.ts'
import { allSenders, deleteLead } from '../leads.ts'

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
      for (const { reference, email, created_at } of allSenders(db)) {
        const erasures = [email, reference].map((subject) => [subject, erasedAt.get(hash(subject)) ?? ''] as const)
        const applying = erasures.filter(([, at]) => created_at < at)
        if (applying.length === 0) continue
        removed += deleteLead(db, reference)
        for (const erasure of applying) onErased(...erasure)
      }
      removeMessages(db, (recipient) => erasedAt.get(hash(recipient)) ?? '')
      return removed
    })
    .immediate()
}

/** Removes the e-mails that went to an erased address about a row that has had another one since. */
function removeMessages(db: Database, erasedAt: (recipient: string) => string): void {
  const remove = db.prepare('DELETE FROM outbox WHERE recipient = ? AND created_at < ?')
  const recipients = pluck<string>(db, 'SELECT DISTINCT recipient FROM outbox WHERE recipient IS NOT NULL')
  for (const recipient of recipients.all()) remove.run(recipient, erasedAt(recipient))
}
