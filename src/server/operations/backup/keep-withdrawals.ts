import { isList, lists } from '../../../forms/index.ts'
import { type Database, DatabaseError, readFrom, toDatabaseError } from '../../database/database.ts'
import { deleteLeads, findLead, formOf, sendersOf } from '../../leads/leads.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { formerUnsubscriptions } from '../../leads/lists/sign-ups.ts'
import type { HashEmail } from '../../people/email-hash.ts'
import { objectionHashes } from '../../people/objections.ts'

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
export function keepWithdrawals(db: Database, former: string, formerHash: HashEmail, hash: HashEmail) {
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
 * Takes people off the lists who objected after the copy was made. After the erasures have been applied: those of another
 * key are logged anew for the people whom the rows name.
 */
export function leaveLists(db: Database, emails: readonly string[]): void {
  for (const email of emails) {
    const signUps = sendersOf(db, email).filter((lead) => isList(formOf(lead)))
    deleteLeads(
      db,
      signUps.map(({ reference }) => reference),
    )
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
      if (lead && lead.created_at <= at) endSignUp(db, form, reference, at)
    }
}
