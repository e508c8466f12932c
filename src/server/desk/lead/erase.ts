import type { Input } from '../../http/request-body.ts'
import type { Lead } from '../../leads/leads.ts'
import { describeErasure, erasePerson, keptByLaw } from '../../leads/person.ts'
import type { Desk } from '../desk.ts'

const MOVED = 'L’adresse de cette personne a changé entre-temps : lisez de nouveau, rien n’est effacé.'
const UNTOLD = 'L’e-mail n’est pas parti, rien n’est effacé. Réessayez, ou décochez la case pour effacer sans prévenir.'
const KEPT = 'La loi demande d’en garder une partie : rien n’est effacé. Cochez la case pour l’effacer malgré cela.'

/** E-mails about an erasure that are being sent, by address: a button pressed twice tells once. */
const telling = new Map<string, Promise<boolean>>()

/** Returns what the erasure of the person of a lead would delete. */
export function erasureOf({ db, clock, mail }: Desk, { reference, email, suspected_spam }: Lead) {
  return {
    reference,
    email,
    /** Data that would be erased, as French sentences. */
    sentences: describeErasure(db, email),
    /** What the law wants kept, and until when. */
    kept: keptByLaw(db, email, clock()),
    /** True if the person can be notified; and whether that box is checked. */
    tells: mail !== undefined,
    told: mail !== undefined && suspected_spam === 0,
  }
}

/**
 * Erases a person: only the address that was shown, because a correction may have changed it meanwhile, and what the
 * law wants kept only on request.
 * @returns the confirmation `fait` of the desk, or why nothing was erased
 */
export async function erase(
  { db, databasePath, hash, clock, mail }: Desk,
  { email, kept }: Pick<ReturnType<typeof erasureOf>, 'email' | 'kept'>,
  { adresse, prevenir, malgre }: Input,
): Promise<{ fait: string } | { status: number; problem: string }> {
  if (adresse !== email) return { status: 409, problem: MOVED }
  if (kept.length > 0 && !malgre) return { status: 409, problem: KEPT }
  if (prevenir && mail) {
    const told = telling.get(email) ?? mail.tell.erased(email).finally(() => telling.delete(email))
    telling.set(email, told)
    if (!(await told)) return { status: 503, problem: UNTOLD }
  }
  erasePerson(db, databasePath, hash, clock, email)
  return { fait: prevenir && mail ? 'effacee-prevenue' : 'effacee' }
}
