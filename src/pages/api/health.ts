import type { APIRoute } from 'astro'
import { isLocalCaller } from '../../server/http/caller.ts'
import { json } from '../../server/http/refusal.ts'
import { BUILD_HEADER } from '../../server/operations/public-name.ts'
import { HEALTH_TYPE, healthResponse, healthStatusCode } from '../../server/operations/state/health-response.ts'

export const prerender = false

/**
 * For everyone: 200 while writes reach the disk and the files are those that the server knows, otherwise 503; cheap; a header names
 * the build. With `?deep`, for callers on this machine
 * alone: every part of the installation, 503 while one needs a person.
 */
export const GET: APIRoute = ({ locals: { services, address }, request, url }) => {
  if (url.searchParams.has('deep') && isLocalCaller(address, request.headers)) {
    const state = services.state()
    return json(healthStatusCode(state.status), healthResponse(state), { 'Content-Type': HEALTH_TYPE })
  }
  const health = services.health()
  const isWell = health.write && health.build !== false
  return json(isWell ? 200 : 503, { status: isWell ? 'ok' : 'error', ...health }, { [BUILD_HEADER]: services.builtAt })
}
