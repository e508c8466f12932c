import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'

/** Marks a suspected submission as no spam, and releases its e-mails, which were held. */
export function releaseSuspected(db: Database, form: Form, reference: string): void {
  db.transaction(() => {
    db.prepare(`UPDATE ${form.table} SET suspected_spam = 0 WHERE reference = ?`).run(reference)
    db.prepare("UPDATE outbox SET hold = NULL WHERE reference = ? AND hold = 'suspected'").run(reference)
  })()
}
