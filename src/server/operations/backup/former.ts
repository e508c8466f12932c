import { writeFile } from 'node:fs/promises'
import { allForms, lists } from '../../../forms/index.ts'
import type { Clock } from '../../clock.ts'
import { copyDatabase } from '../../database/copy-database.ts'
import { type Database, DatabaseError, openCopy, openDatabase, toDatabaseError } from '../../database/database.ts'
import { sqliteCode } from '../../database/database-error.ts'
import { latestVersion } from '../../database/migrate.ts'
import { exportLeads } from '../../leads/export.ts'
import { countLeads, deleteLeads, findLead, formOf, sendersOf } from '../../leads/leads.ts'
import { endSignUp } from '../../leads/lists/consent.ts'
import { unsubscriptions } from '../../leads/lists/sign-ups.ts'
import type { KeyedHash } from '../../people/keyed-hash.ts'
import { createObjections, objectionHashes } from '../../people/objections.ts'

/**
 * Opens a copy of the database that a restore replaces, migrated unless it is newer than this program, as after an
 * update that is taken back.
 */
export function openFormer(databasePath: string, copy: string): Database {
  copyDatabase(databasePath, copy)
  const opened = openCopy(copy)
  if (Number(opened.pragma('user_version', { simple: true })) > latestVersion()) return opened
  opened.close()
  return openDatabase(copy)
}

/** Returns undefined instead of the error of a file that is no database, or lacks what this program asks for. */
export async function unlessUnreadable<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (toDatabaseError(error, '') instanceof DatabaseError || sqliteCode(error) === 'SQLITE_ERROR') return undefined
    throw error
  }
}

/**
 * Writes the leads of the former database that the restored one lacks, in private CSV files, one for each form.
 * @param hash hash function with the key of the former database
 * @param part beginning of the paths, to which `.<form>.csv` is added
 * @returns the number of leads, and their forms
 */
export async function writeMissing(
  db: Database,
  former: Database,
  hash: KeyedHash,
  clock: Clock,
  part: string,
): Promise<{ count: number; forms: string[] }> {
  // `former` is a copy that is removed afterwards.
  deleteLeads(former, sendersOf(db))
  const objections = createObjections(former, hash, clock)
  const written = { count: 0, forms: [] as string[] }
  for (const form of allForms) {
    const missing = countLeads(former, form)
    if (missing === 0) continue
    const { bytes } = exportLeads(former, clock, () => objections, form, true)
    await writeFile(`${part}.${form.name}.csv`, bytes, { flag: 'wx', mode: 0o600, flush: true })
    written.count += missing
    written.forms.push(form.name)
  }
  return written
}

/**
 * Applies to a restored database the objections (RGPD art. 21) and unsubscriptions (art. 7.3) recorded in the
 * former database after the copy was made.
 * @param formerHash hash function with the key of the former database
 * @param hash hash function with the key of the restored database
 * @returns the addresses with objections newer than the copy, for leaveLists()
 */
export function keepWithdrawals(db: Database, former: Database, formerHash: KeyedHash, hash: KeyedHash): string[] {
  const keep = db.transaction(() => {
    for (const form of lists)
      for (const { reference, unsubscribed_at: at } of unsubscriptions(former, form)) {
        const lead = findLead(db, reference)
        if (lead && lead.created_at <= at) endSignUp(db, reference, at)
      }
    return keepObjections(db, former, formerHash, hash)
  })
  return keep.immediate()
}

/**
 * Copies the objections: all of them if the key is the same, otherwise those of the addresses in the restored rows.
 * @returns the addresses whose objections were missing in the copy
 */
function keepObjections(db: Database, former: Database, formerHash: KeyedHash, hash: KeyedHash): string[] {
  const rows = former.prepare<[], { email_hash: string; at: string }>('SELECT email_hash, at FROM objections').all()
  const objections = new Map(rows.map((row) => [row.email_hash, row.at]))
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

/**
 * Deletes the sign-ups of people who objected after the copy was made. Must run after the erasures are applied,
 * because erasures under another key are logged again for the addresses in these rows.
 */
export function leaveLists(db: Database, emails: readonly string[]): void {
  const signUps = emails.flatMap((email) => sendersOf(db, email).filter((lead) => formOf(lead).isList))
  deleteLeads(db, signUps)
}
