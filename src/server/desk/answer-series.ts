import { refuse } from '../http/refusal.ts'
import { readBody } from '../http/request-body.ts'
import type { Series } from '../leads/series.ts'
import { DESK } from './destination.ts'

const SERIES = `${DESK}/serie`
const REFERENCE = /^[A-Z]-[\dA-Z]{4}-[\dA-Z]{4}$/

/**
 * Answers a request to the register of the series. POST does what the pressed button says (field `action`): `noter` notes
 * pieces, `partie` that reserved ones have left, `liberer` takes an entry out. A lead's page sends `reference`, and is shown
 * again afterwards.
 * @param total pieces of the series
 * @param author address that signed in; null where it is not known
 */
export async function answerSeries(
  request: Request,
  series: Series,
  total: number,
  author: string | null,
): Promise<Response | { status: number; problem?: string }> {
  if (request.method === 'GET' || request.method === 'HEAD') return { status: 200 }
  if (request.method !== 'POST')
    return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
  const body = await readBody(request)
  if (body.status) return refuse(request, body.status, 'Revenez en arrière et recommencez.')
  const { action, id, reference, pieces, etat } = body.input
  const lead = REFERENCE.test(String(reference)) ? String(reference) : null
  if (action === 'noter') {
    const problem = series.add(lead, pieces, etat ?? 'réservée', total, author)
    if (problem) return { status: 422, problem }
  } else if (action === 'partie') series.markGone(Number(id), author)
  else if (action === 'liberer') series.remove(Number(id))
  else return refuse(request, 400, 'Cette page ne connaît pas ce geste. Revenez en arrière et recommencez.')
  return new Response(null, { status: 303, headers: { Location: lead ? `${DESK}/${lead}#serie` : SERIES } })
}
