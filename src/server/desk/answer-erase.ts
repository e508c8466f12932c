import { refuse } from '../http/refusal.ts'
import { readBody } from '../http/request-body.ts'
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
  if (request.method === 'GET' || request.method === 'HEAD') return shown
  if (request.method !== 'POST')
    return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
  const body = await readBody(request)
  if (body.status || body.input.adresse !== email) return shown
  desk.erase(email)
  return new Response(null, { status: 303, headers: { Location: `${DESK}?fait=effacee` } })
}
