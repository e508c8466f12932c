import { answerPage, seeOther } from '../http/answer-page.ts'
import type { Desk } from './desk.ts'
import { DESK } from './destination.ts'

/** What the page shows before an erasure. */
export interface EraseState {
  reference: string
  email: string
  /** What would go, in French. */
  sentences: string[]
}

/**
 * Answers a request to erase the person of a submission. GET shows what would go; POST erases, and only the address that
 * the page showed, since a correction may have changed it meanwhile. Undefined for a reference that nothing has.
 */
export async function answerErase(
  request: Request,
  reference: string | undefined,
  desk: Desk,
): Promise<Response | EraseState | undefined> {
  const lead = desk.lead(reference ?? '')?.lead
  if (!lead) return undefined
  const email = String(lead.email)
  const shown = { reference: lead.reference, email, sentences: desk.erasure(email) }
  return answerPage(request, {
    show: () => shown,
    post({ adresse }) {
      if (adresse !== email) return shown
      desk.erase(email)
      return seeOther(`${DESK}?fait=effacee`)
    },
  })
}
