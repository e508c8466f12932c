import { dayInParis } from '../../forms/age.ts'
import { type Errors, type Form, parse } from '../../forms/form.ts'
import type { Database } from '../database/database.ts'
import { isUniqueViolation } from '../database/sqlite-error.ts'
import { mailboxOf } from '../mail/mailbox.ts'
import type { Lead } from '../submissions/leads.ts'
import { isList } from './consent.ts'

/**
 * Corrects fields of a submission under the rules of its form (RGPD art. 16). When the address of a list's sign-up
 * changes, the sign-up is unconfirmed again, because nobody has confirmed from the new address, and is asked to confirm once
 * more.
 * @param changes the new text of each field to change, as it would be typed into the form
 * @returns a French sentence for each field at fault, when nothing was changed; undefined when the correction is made
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
  const corrected = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name] ?? null]))
  const same = String(corrected.email).toLowerCase() === String(lead.email).toLowerCase()
  const newAddress = isList(form) && 'email' in corrected && !same
  const assignments = [
    ...Object.keys(corrected).map((name) => `${name} = @${name}`),
    ...(newAddress ? ['confirmed_at = NULL', 'asked_at = NULL'] : []),
  ]
  const change = db.transaction(() => {
    db.prepare(`UPDATE ${form.table} SET ${assignments.join(', ')} WHERE reference = @reference`).run({
      ...corrected,
      reference: lead.reference,
    })
    if ('email' in corrected)
      db.prepare(
        'UPDATE outbox SET recipient = ?, mailbox = ? WHERE reference = ? AND recipient IS NOT NULL AND sent_at IS NULL',
      ).run(corrected.email, mailboxOf(String(corrected.email)), lead.reference)
    if (newAddress) {
      db.prepare('DELETE FROM consent_tokens WHERE reference = ?').run(lead.reference)
      // What waits for the former address; the sender queues a confirmation for the new one, as asked_at is empty.
      db.prepare("DELETE FROM outbox WHERE reference = ? AND kind <> 'lead' AND sent_at IS NULL").run(lead.reference)
    }
  })
  try {
    change.immediate()
  } catch (error) {
    if (!isUniqueViolation(error, 'email')) throw error
    const other = db.prepare(`SELECT reference FROM ${form.table} WHERE email = ?`).pluck().get(corrected.email)
    return { email: `L’adresse ${corrected.email} est déjà inscrite, sous ${other} : rien n’est changé.` }
  }
  return undefined
}
