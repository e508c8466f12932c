import type { APIRoute } from 'astro'
import { isLocalCaller } from '../../server/http/local-caller.ts'
import { json } from '../../server/http/refusal.ts'
import { HEALTH_TYPE, healthResponse, healthStatusCode } from '../../server/state/health-response.ts'

export const prerender = false

/**
 * For everyone: 200 while a write reaches the disk, 503 while it does not; cheap. With `?deep`, for callers on this machine
 * alone: every part of the installation, 503 while one needs a person.
 */
export const GET: APIRoute = ({ locals: { services, address }, request, url }) => {
  if (url.searchParams.has('deep') && isLocalCaller(address, request.headers)) {
    const state = services.state()
    return json(healthStatusCode(state.status), healthResponse(state), { 'Content-Type': HEALTH_TYPE })
  }
  const { write, mail } = services.health()
  return json(write ? 200 : 503, { status: write ? 'ok' : 'error', write, ...(mail !== undefined && { mail }) })
}
