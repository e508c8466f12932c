import { handlePage, seeOther } from '../../http/answer-page.ts'
import { DESK } from '../access/destination.ts'
import type { Desk } from '../desk.ts'

const MOVED = 'L’adresse de cette personne a changé entre-temps : lisez de nouveau, rien n’est effacé.'
const UNTOLD = 'L’e-mail n’est pas parti, rien n’est effacé. Réessayez, ou décochez la case pour effacer sans prévenir.'

/**
 * Handles the erasure of the person of a submission. GET shows what would be erased; POST erases only the address
 * shown, because a correction may have changed it meanwhile. Returns undefined for an unknown reference.
 */
export async function answerErase(request: Request, reference: string | undefined, desk: Desk) {
  const lead = desk.find(reference ?? '')
  if (!lead) return undefined
  const email = String(lead.email)
  const shown = {
    status: 200,
    reference: lead.reference,
    email,
    /** Data that would be erased, as French sentences. */
    sentences: desk.erasure(email),
    /** True if the person can be notified; and whether that box is checked. */
    tells: desk.sendsEmail,
    told: desk.sendsEmail && lead.suspected_spam === 0,
    problem: undefined as string | undefined,
  }
  return handlePage(request, {
    show: () => shown,
    async post({ adresse, prevenir }) {
      if (adresse !== email) return { ...shown, status: 409, problem: MOVED }
      if (!prevenir || !desk.sendsEmail) {
        desk.erase(email)
        return seeOther(`${DESK}?fait=effacee`)
      }
      if (await desk.tellAndErase(email)) return seeOther(`${DESK}?fait=effacee-prevenue`)
      return { ...shown, status: 503, problem: UNTOLD }
    },
  })
}
