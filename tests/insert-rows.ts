import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../src/server/database/database.ts'

type Row = Readonly<Record<string, unknown>>

/** Writes a row without the columns that the table has not yet, and nothing where there is no such table. Returns what it wrote. */
export function insertRow(db: Database, table: string, row: Row): object {
  const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const kept = columns.filter((name) => row[name] !== undefined)
  if (kept.length > 0) db.prepare(`INSERT INTO ${table} (${kept}) VALUES (${kept.map((name) => `@${name}`)})`).run(row)
  return Object.fromEntries(kept.map((name) => [name, row[name]]))
}

/** Writes a message of an instant into the outbox, past all rules: a notice to the house about no lead, but for what is said. */
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

/** Writes a letter of an instant to the newsletter, past all rules. */
export function insertLetter(db: Database, at: string, columns: Row = {}): void {
  const texts = { digest: randomBytes(32).toString('hex'), source: 's', subject: 's', html: 's', text: 's' }
  insertRow(db, 'letters', { list: 'newsletter', ...texts, created_at: at, recipients: 1, ...columns })
}
