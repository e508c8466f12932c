import type { Form } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'

/** Takes the suspicion from a row and lets its e-mails go; false when it was not suspected. */
export function releaseSuspected(db: Database, form: Form, reference: string): boolean {
  return db.transaction(() => {
    const { changes } = db
      .prepare(`UPDATE ${form.table} SET suspected_spam = 0 WHERE reference = ? AND suspected_spam = 1`)
      .run(reference)
    db.prepare("UPDATE outbox SET hold = NULL WHERE reference = ? AND hold = 'suspected'").run(reference)
    return changes > 0
  })()
}
