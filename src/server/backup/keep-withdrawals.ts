import { type Database, DatabaseError, openForReading, toDatabaseError } from '../database/database.ts'
import { endSignUp, lists } from '../privacy/consent.ts'
import type { HashEmail } from '../privacy/email-hash.ts'
import { allForms } from '../submissions/leads.ts'

/** The version of the database that brought consent and objections. */
const FIRST_VERSION = 2

/**
 * Applies to a restored database what people withdrew after the copy was made, as the former database has it: objections
 * (RGPD art. 21) and unsubscriptions (art. 7.3).
 * @param former path of the former database
 * @param formerHash makes the hashes of the former database
 * @param hash makes those of the restored one
 * @returns the addresses whose objections came after the copy, to be given to leaveLists; undefined when the former database
 * cannot be read
 */
export function keepWithdrawals(
  db: Database,
  former: string,
  formerHash: HashEmail,
  hash: HashEmail,
): string[] | undefined {
  let old: Database | undefined
  try {
    old = openForReading(former)
    if (Number(old.pragma('user_version', { simple: true })) < FIRST_VERSION) return []
    const read = old
    return db
      .transaction(() => {
        keepUnsubscriptions(db, read)
        return keepObjections(db, read, formerHash, hash)
      })
      .immediate()
  } catch (error) {
    if (!(toDatabaseError(error, former) instanceof DatabaseError)) throw error
    return undefined
  } finally {
    old?.close()
  }
}

/**
 * Takes people off the lists who objected after the copy was made. After the erasures have been applied: those of another
 * key are logged anew for the people whom the rows name.
 */
export function leaveLists(db: Database, emails: readonly string[]): void {
  for (const { table } of lists) {
    const remove = db.prepare(`DELETE FROM ${table} WHERE email = ?`)
    for (const email of emails) remove.run(email)
  }
}

/**
 * With the same key every objection can be copied; with another one, those of the people whom the restored rows name.
 * @returns the addresses whose objections the copy did not have
 */
function keepObjections(db: Database, former: Database, formerHash: HashEmail, hash: HashEmail): string[] {
  const objections = new Map(
    former
      .prepare<[], { email_hash: string; at: string }>('SELECT email_hash, at FROM objections')
      .all()
      .map((row) => [row.email_hash, row.at]),
  )
  const insert = db.prepare('INSERT INTO objections VALUES (?, ?) ON CONFLICT DO NOTHING')
  const emails = allForms.flatMap(({ table }) => db.prepare<[], string>(`SELECT email FROM ${table}`).pluck().all())
  const added = [...new Set(emails)].filter((email) => {
    const at = objections.get(formerHash(email))
    return at !== undefined && insert.run(hash(email), at).changes > 0
  })
  const isSameKey = formerHash('') === hash('')
  if (isSameKey) for (const [emailHash, at] of objections) insert.run(emailHash, at)
  return added
}

function keepUnsubscriptions(db: Database, former: Database): void {
  for (const form of lists) {
    const active = db.prepare<[string, string], string>(
      `SELECT reference FROM ${form.table} WHERE reference = ? AND unsubscribed_at IS NULL AND created_at <= ?`,
    )
    const ended = former.prepare<[], { reference: string; unsubscribed_at: string }>(
      `SELECT reference, unsubscribed_at FROM ${form.table} WHERE unsubscribed_at IS NOT NULL`,
    )
    for (const { reference, unsubscribed_at: at } of ended.all())
      if (active.get(reference, at)) endSignUp(db, form, reference, at)
  }
}
