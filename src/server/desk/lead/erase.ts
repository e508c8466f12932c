import type { Input } from '../../http/request-body.ts'
import type { Lead } from '../../leads/leads.ts'
import { erasePerson, keptByLaw } from '../../leads/person.ts'
import type { Desk } from '../desk.ts'

const MOVED = 'L’adresse de cette personne a changé entre-temps : lisez de nouveau, rien n’est effacé.'
const UNTOLD = 'L’e-mail n’est pas parti, rien n’est effacé. Réessayez, ou décochez la case pour effacer sans prévenir.'
const KEPT = 'La loi demande d’en garder une partie : rien n’est effacé. Cochez la case pour l’effacer malgré cela.'

/** E-mails about an erasure that are being sent, by address: a button pressed twice tells once. */
const telling = new Map<string, Promise<boolean>>()

/**
 * Erases a person: only the address that was shown, because a correction may have changed it meanwhile, and what the
 * law wants kept only on request.
 * @returns the confirmation `fait` of the desk, or why nothing was erased
 */
export async function erase(
  { db, databasePath, hash, clock, mail }: Desk,
  { email }: Lead,
  { adresse, prevenir, malgre }: Input,
): Promise<{ fait: string } | { status: number; problem: string }> {
  if (adresse !== email) return { status: 409, problem: MOVED }
  if (!malgre && keptByLaw(db, email, clock()).length > 0) return { status: 409, problem: KEPT }
  if (prevenir && mail) {
    const told = telling.get(email) ?? mail.erased(email).finally(() => telling.delete(email))
    telling.set(email, told)
    if (!(await told)) return { status: 503, problem: UNTOLD }
  }
  erasePerson(db, databasePath, hash, clock, email)
  return { fait: prevenir && mail ? 'effacee-prevenue' : 'effacee' }
}
