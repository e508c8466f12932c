import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'

/** Marks a submission as no spam and releases its held e-mails. Returns false when it was not suspected. */
export function releaseSuspected(db: Database, form: Form, reference: string): boolean {
  return db.transaction(() => {
    const { changes } = db
      .prepare(`UPDATE ${form.table} SET suspected_spam = 0 WHERE reference = ? AND suspected_spam = 1`)
      .run(reference)
    db.prepare('UPDATE outbox SET held = 0 WHERE reference = ?').run(reference)
    return changes > 0
  })()
}
