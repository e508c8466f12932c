import { dayInParis } from '../../forms/calendar.ts'
import { type Errors, parse } from '../../forms/form.ts'
import { deskLabelOf } from '../../forms/receipt.ts'
import type { Clock } from '../clock.ts'
import { type Database, pluck } from '../database/database.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import { formOf, type Lead, leadsOf, setAnswers } from './leads.ts'
import { forgetConfirmLinks } from './lists/consent.ts'
import { dropUnsentToPerson, redirectUnsent } from './queued-mail.ts'
import { addEvent } from './turn.ts'

/**
 * Corrects fields of a submission by the rules of its form (RGPD art. 16). If the address of a list's sign-up changes,
 * it must be confirmed again from the new address.
 * @param changes new text of each field to change, as it would be typed into the form
 * @param author see authorName
 * @returns a French error for each invalid field, when nothing was changed; undefined after the correction
 */
export function correctLead(
  db: Database,
  clock: Clock,
  lead: Lead,
  changes: Record<string, string>,
  author: string | null,
): Errors | undefined {
  const form = formOf(lead)
  const { values, errors } = parse(form, { ...lead, ...changes }, dayInParis(clock()))
  if (errors) return errors
  const corrected = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name] ?? null]))
  const same = String(corrected.email).toLowerCase() === String(lead.email).toLowerCase()
  const newAddress = form.isList && 'email' in corrected && !same
  const assignments = [
    ...Object.keys(corrected).map((name) => `${name} = @${name}`),
    ...(newAddress ? ['confirmed_at = NULL', 'asked_at = NULL'] : []),
  ]
  const change = db.transaction(() => {
    setAnswers(db, form, lead.reference, assignments.join(', '), corrected)
    const names = Object.keys(corrected)
      .flatMap((name) => form.fields[name] ?? [])
      .map(deskLabelOf)
    addEvent(db, clock, lead.reference, `correction : ${names.join(', ')}`, author)
    if ('email' in corrected) redirectUnsent(db, clock, lead.reference, String(corrected.email))
    if (newAddress) {
      // The unsubscribe links of sent letters stay valid as long as the sign-up.
      forgetConfirmLinks(db, lead.reference)
      // Messages for the former address are dropped; the sender queues a confirmation request for the new one, because
      // asked_at is empty.
      dropUnsentToPerson(db, lead.reference)
    }
  })
  try {
    change.immediate()
  } catch (error) {
    if (!isUniqueViolation(error, 'email')) throw error
    const other = pluck(db, `SELECT reference FROM ${leadsOf(form)} WHERE email = ?`).get(corrected.email)
    return { email: `L’adresse ${corrected.email} est déjà inscrite, sous ${other} : rien n’est changé.` }
  }
  return undefined
}
