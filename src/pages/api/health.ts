import type { APIRoute } from 'astro'
import { isLocalCaller } from '../../server/http/caller.ts'
import { json } from '../../server/http/refusal.ts'
import { HEALTH_TYPE, healthResponse } from '../../server/operations/state/health-response.ts'

export const prerender = false

/**
 * Public health check: 200 if writes reach the disk and the files of the site were not replaced, otherwise 503.
 * It is cheap, and names the commit that answers. With `?deep`, for requests from this machine only: the state of
 * every part of the installation, with 503 if a person must act.
 */
export const GET: APIRoute = ({ locals: { services, address }, request, url }) => {
  if (url.searchParams.has('deep') && isLocalCaller(address, request.headers)) {
    const state = services.state()
    return json(state.status === 'fail' ? 503 : 200, healthResponse(state), { 'Content-Type': HEALTH_TYPE })
  }
  const health = services.health()
  const isWell = health.write && health.build !== false
  return json(isWell ? 200 : 503, { status: isWell ? 'ok' : 'error', commit: services.commit, ...health })
}
