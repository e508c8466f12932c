import { answerPage, seeOther } from '../../http/answer-page.ts'
import { DESK } from '../access/destination.ts'
import type { Desk } from '../desk.ts'

/** What the page shows before an erasure. */
export interface EraseState {
  status: number
  reference: string
  email: string
  /** What would go, in French. */
  sentences: string[]
  /** True where the person can be told, and whether the box that asks for it is ticked. */
  tells: boolean
  told: boolean
  problem?: string
}

const MOVED = 'L’adresse de cette personne a changé entre-temps : lisez de nouveau, rien n’est effacé.'
const UNTOLD = 'L’e-mail n’est pas parti, rien n’est effacé. Réessayez, ou décochez la case pour effacer sans prévenir.'

/**
 * Answers a request to erase the person of a submission. GET shows what would go; POST erases, and only the address that
 * the page showed, since a correction may have changed it meanwhile. Undefined for a reference that nothing has.
 */
export async function answerErase(request: Request, reference: string | undefined, desk: Desk) {
  const lead = desk.find(reference ?? '')
  if (!lead) return undefined
  const email = String(lead.email)
  const told = desk.tells && lead.suspected_spam === 0
  const shown = {
    status: 200,
    reference: lead.reference,
    email,
    sentences: desk.erasure(email),
    tells: desk.tells,
    told,
  }
  return answerPage<EraseState>(request, {
    show: () => shown,
    async post({ adresse, prevenir }) {
      if (adresse !== email) return { ...shown, status: 409, problem: MOVED }
      if (!prevenir || !desk.tells) {
        desk.erase(email)
        return seeOther(`${DESK}?fait=effacee`)
      }
      if (await desk.tellAndErase(email)) return seeOther(`${DESK}?fait=effacee-prevenue`)
      return { ...shown, status: 503, problem: UNTOLD }
    },
  })
}
