import { dayInParis } from '../../forms/age.ts'
import { type Errors, type Form, parse } from '../../forms/form.ts'
import { type Database, isConflict } from '../database/database.ts'
import { mailboxOf } from '../mail/mailbox.ts'
import type { Lead } from '../submissions/leads.ts'
import { lists } from './consent.ts'

/**
 * Corrects fields of a submission under the rules of its form (RGPD art. 16). A list's address that changes is
 * unconfirmed again: nobody has answered from it.
 * @returns a sentence for each field that does not hold, when nothing was changed
 */
export function correctLead(
  db: Database,
  form: Form,
  lead: Lead,
  changes: Record<string, string>,
  now: Date,
): Errors | undefined {
  const { values, errors } = parse(form, { ...lead, ...changes }, dayInParis(now))
  if (errors) return errors
  const set = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name] ?? null]))
  const same = String(set.email).toLowerCase() === String(lead.email).toLowerCase()
  const moved = lists.includes(form) && 'email' in set && !same
  const assignments = [
    ...Object.keys(set).map((name) => `${name} = @${name}`),
    ...(moved ? ['confirmed_at = NULL'] : []),
  ]
  const change = db.transaction(() => {
    db.prepare(`UPDATE ${form.table} SET ${assignments.join(', ')} WHERE reference = @reference`).run({
      ...set,
      reference: lead.reference,
    })
    if ('email' in set)
      db.prepare(
        'UPDATE outbox SET recipient = ?, mailbox = ? WHERE reference = ? AND recipient IS NOT NULL AND sent_at IS NULL',
      ).run(set.email, mailboxOf(String(set.email)), lead.reference)
    if (moved) db.prepare('DELETE FROM consent_tokens WHERE reference = ?').run(lead.reference)
  })
  try {
    change.immediate()
  } catch (error) {
    if (!isConflict(error, 'email')) throw error
    const other = db.prepare(`SELECT reference FROM ${form.table} WHERE email = ?`).pluck().get(set.email)
    return { email: `L’adresse ${set.email} est déjà inscrite, sous ${other} : rien n’est changé.` }
  }
  return undefined
}
