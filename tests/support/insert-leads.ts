import type { Database } from '../../src/server/database/database.ts'
import { insertRow, type Row } from './insert-rows.ts'

/** Field values of a contact message. */
const ANSWERS = { name: 'Léa', email: 'a@b.fr', subject: 'autre', message: 'x' }

/**
 * Inserts contact leads directly by SQL, without the lead store.
 * @param leads the columns that a test sets; without notice_version the current notice of the form is used
 */
export function insertLeads(db: Database, leads: readonly ({ reference: string; created_at: string } & Row)[]): void {
  const notice_version = db.prepare("SELECT version FROM notices WHERE form = 'contact'").pluck().get()
  db.transaction(() => {
    for (const given of leads) {
      insertRow(db, 'leads', { form: 'contact', submission_key: given.reference, notice_version, ...given })
      insertRow(db, 'contact_messages', { ...ANSWERS, ...given })
    }
  })()
}
