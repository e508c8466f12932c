import { EMAIL_MAX, isEmail, withAsciiDomain } from '../../forms/formats.ts'
import { pluck } from '../database/database.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import { dropUnsentToPerson, redirectUnsent } from './lead-mail.ts'
import { formOf, type Lead, leadsOf, setAnswers } from './leads.ts'
import { forgetConfirmLinks } from './lists/consent.ts'
import { type Actor, addEvent } from './turn.ts'

/**
 * Corrects the e-mail address of a lead (RGPD art. 16). The new address of a sign-up to a list must confirm again.
 * @returns why nothing was changed, in French; undefined after the correction
 */
export function correctAddress(by: Actor, lead: Lead, typed: string): string | undefined {
  const email = withAsciiDomain(typed)
  const { db, clock } = by
  if (!isEmail(email) || email.length > EMAIL_MAX) return 'Écrivez l’adresse entière, comme nom@exemple.fr.'
  if (email === lead.email) return 'C’est déjà cette adresse : rien n’est changé.'
  const form = formOf(lead)
  const { reference } = lead
  const moves = form.isList === true && email.toLowerCase() !== lead.email.toLowerCase()
  const change = db.transaction(() => {
    const unconfirmed = moves ? ', confirmed_at = NULL, asked_at = NULL' : ''
    setAnswers(db, form, reference, `email = @email${unconfirmed}`, { email })
    addEvent(by, reference, 'correction : Adresse e-mail')
    redirectUnsent(db, clock, reference, email)
    if (!moves) return
    // The unsubscribe links of sent letters stay valid as long as the sign-up.
    forgetConfirmLinks(db, reference)
    // Messages for the former address are dropped; the sender queues a confirmation request for the new one, because
    // asked_at is empty.
    dropUnsentToPerson(db, reference)
  })
  try {
    change.immediate()
  } catch (error) {
    if (!isUniqueViolation(error, 'email')) throw error
    const other = pluck(db, `SELECT reference FROM ${leadsOf(form)} WHERE email = ?`).get(email)
    return `L’adresse ${email} est déjà inscrite, sous ${other} : rien n’est changé.`
  }
  return undefined
}
