import { lists } from '../../../forms/index.ts'
import { type Database, DatabaseError, readFrom, toDatabaseError } from '../../database/database.ts'
import { deleteLeads, findLead, formOf, sendersOf } from '../../leads/leads.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { formerUnsubscriptions } from '../../leads/lists/sign-ups.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'
import { objectionHashes } from '../../people/objections.ts'

/** First database version with consent and objections. */
const FIRST_VERSION = 2

/**
 * Applies to a restored database the objections (RGPD art. 21) and unsubscriptions (art. 7.3) recorded in the
 * former database after the copy was made.
 * @param former path of the former database
 * @param formerHash hash function with the key of the former database
 * @param hash hash function with the key of the restored database
 * @returns the addresses with objections newer than the copy, for leaveLists(); undefined if the former database
 * cannot be read
 */
export function keepWithdrawals(db: Database, former: string, formerHash: KeyedHash, hash: KeyedHash) {
  try {
    return readFrom(former, (old) => {
      if (Number(old.pragma('user_version', { simple: true })) < FIRST_VERSION) return []
      const keep = db.transaction(() => {
        keepUnsubscriptions(db, old)
        return keepObjections(db, old, formerHash, hash)
      })
      return keep.immediate()
    })
  } catch (error) {
    if (!(toDatabaseError(error, former) instanceof DatabaseError)) throw error
    return undefined
  }
}

/**
 * Deletes the sign-ups of people who objected after the copy was made. Must run after the erasures are applied,
 * because erasures under another key are logged again for the addresses in these rows.
 */
export function leaveLists(db: Database, emails: readonly string[]): void {
  const signUps = emails.flatMap((email) => sendersOf(db, email).filter((lead) => formOf(lead).isList))
  deleteLeads(db, signUps)
}

/**
 * Copies the objections: all of them if the key is the same, otherwise those of the addresses in the restored rows.
 * @returns the addresses whose objections were missing in the copy
 */
function keepObjections(db: Database, former: Database, formerHash: KeyedHash, hash: KeyedHash): string[] {
  const objections = new Map(
    former
      .prepare<[], { email_hash: string; at: string }>('SELECT email_hash, at FROM objections')
      .all()
      .map((row) => [row.email_hash, row.at]),
  )
  const insert = db.prepare('INSERT INTO objections VALUES (?, ?) ON CONFLICT DO NOTHING')
  const added = [...new Set(sendersOf(db).map(({ email }) => email))].filter((email) => {
    const [at] = objectionHashes(email, formerHash).flatMap((each) => objections.get(each) ?? [])
    if (at === undefined) return false
    const changes = objectionHashes(email, hash).map((each) => insert.run(each, at).changes)
    return changes.includes(1)
  })
  const isSameKey = formerHash('') === hash('')
  if (isSameKey) for (const [emailHash, at] of objections) insert.run(emailHash, at)
  return added
}

function keepUnsubscriptions(db: Database, former: Database): void {
  for (const form of lists)
    for (const { reference, unsubscribed_at: at } of formerUnsubscriptions(former, form)) {
      const lead = findLead(db, reference)
      if (lead && lead.created_at <= at) endSignUp(db, reference, at)
    }
}
