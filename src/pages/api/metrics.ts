import type { APIRoute } from 'astro'
import { interfaceWords } from '../../copy/words/words.ts'
import { isLocalCaller } from '../../server/http/caller.ts'
import { json } from '../../server/http/refusal.ts'
import { METRICS_TYPE } from '../../server/operations/metrics.ts'

export const prerender = false

/** Metrics for Prometheus, for requests from this machine only; others get 404. */
export const GET: APIRoute = ({ locals: { services, address, errorPage }, request }) => {
  if (isLocalCaller(address, request.headers))
    return new Response(services.metrics.text(new Date()), { headers: { 'Content-Type': METRICS_TYPE } })
  return errorPage?.(404) ?? json(404, { message: interfaceWords.refus.page_inconnue })
}
