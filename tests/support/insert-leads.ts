import type { Database } from '../../src/server/database/database.ts'

/** Field values of a contact message. */
const ANSWERS = { name: 'Léa', email: 'a@b.fr', subject: 'autre', message: 'x' }

/** The columns that a test sets; without notice_version the current notice of the contact form is used. */
interface Given {
  reference: string
  created_at: string
  notice_version?: string
  name?: string
  message?: string
}

/** Inserts contact leads directly by SQL, without the lead store. */
export function insertLeads(db: Database, leads: readonly Given[]): void {
  const lead = db.prepare(
    `INSERT INTO leads (reference, form, created_at, submission_key, notice_version) VALUES (@reference, 'contact',
     @created_at, @reference, coalesce(@notice_version, (SELECT version FROM notices WHERE form = 'contact')))`,
  )
  const answers = db.prepare(
    'INSERT INTO contact_messages (reference, name, email, subject, message) VALUES (@reference, @name, @email, @subject, @message)',
  )
  db.transaction(() => {
    for (const given of leads) {
      lead.run({ notice_version: null, ...given })
      answers.run({ ...ANSWERS, ...given })
    }
  })()
}
