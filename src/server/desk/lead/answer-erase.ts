import { handlePage, seeOther } from '../../http/answer-page.ts'
import { findLead } from '../../leads/leads.ts'
import { describeErasure, erasePerson, keptByLaw } from '../../leads/person.ts'
import { DESK } from '../access/destination.ts'
import type { Desk } from '../desk.ts'

const MOVED = 'L’adresse de cette personne a changé entre-temps : lisez de nouveau, rien n’est effacé.'
const UNTOLD = 'L’e-mail n’est pas parti, rien n’est effacé. Réessayez, ou décochez la case pour effacer sans prévenir.'
const KEPT = 'La loi demande d’en garder une partie : rien n’est effacé. Cochez la case pour l’effacer malgré cela.'

/**
 * Handles the erasure of the person of a lead. GET shows what would be erased; POST erases only the address shown,
 * because a correction may have changed it meanwhile, and what the law wants kept only on request. Returns undefined
 * for an unknown reference.
 */
export async function answerErase(request: Request, reference: string | undefined, desk: Desk) {
  const { db, databasePath, hash, clock, mail } = desk
  const lead = findLead(db, reference ?? '')
  if (!lead) return undefined
  const { email } = lead
  const shown = {
    status: 200,
    reference: lead.reference,
    email,
    /** Data that would be erased, as French sentences. */
    sentences: describeErasure(db, email),
    /** What the law wants kept, and until when. */
    kept: keptByLaw(db, email, clock()),
    /** True if the person can be notified; and whether that box is checked. */
    tells: mail !== undefined,
    told: mail !== undefined && lead.suspected_spam === 0,
    problem: undefined as string | undefined,
  }
  return handlePage(request, {
    show: () => shown,
    async post({ adresse, prevenir, malgre }) {
      if (adresse !== email) return { ...shown, status: 409, problem: MOVED }
      if (shown.kept.length > 0 && !malgre) return { ...shown, status: 409, problem: KEPT }
      if (prevenir && mail && !(await mail.tell.erased(email))) return { ...shown, status: 503, problem: UNTOLD }
      erasePerson(db, databasePath, hash, clock, email)
      return seeOther(`${DESK}?fait=${prevenir && mail ? 'effacee-prevenue' : 'effacee'}`)
    },
  })
}
