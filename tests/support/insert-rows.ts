import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../../src/server/database/database.ts'

export type Row = Readonly<Record<string, unknown>>

/** Inserts a row without the columns that the table lacks, and returns it; does nothing if the table is missing. */
export function insertRow(db: Database, table: string, row: Row): object {
  const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const kept = columns.filter((name) => row[name] !== undefined)
  if (kept.length > 0) db.prepare(`INSERT INTO ${table} (${kept}) VALUES (${kept.map((name) => `@${name}`)})`).run(row)
  return Object.fromEntries(kept.map((name) => [name, row[name]]))
}

/** Inserts a message directly into the outbox table; by default a notice to MAIL_TO that belongs to no lead. */
export function insertMessage(db: Database, at: string, columns: Row = {}): void {
  const { recipient = null, reference } = columns
  const own = {
    message_id: randomUUID(),
    kind: 'lead',
    form: 'contact',
    ...(reference === undefined && { about: 'x' }),
  }
  insertRow(db, 'outbox', { ...own, recipient, mailbox: recipient, created_at: at, next_attempt_at: at, ...columns })
}

/** Inserts a letter directly into its table; by default to the newsletter. */
export function insertLetter(db: Database, at: string, columns: Row = {}): void {
  const texts = { digest: randomBytes(32).toString('hex'), source: 's', subject: 's', html: 's', text: 's' }
  insertRow(db, 'letters', { list: 'newsletter', ...texts, created_at: at, recipients: 1, ...columns })
}
