import type { APIRoute } from 'astro'
import { json } from '../../server/http/refusal.ts'

export const prerender = false

/**
 * Public health check: 200 if writes reach the disk and the files of the site were not replaced, otherwise 503. It is
 * cheap, and names the commit that answers and, as a keyed hash, its settings, which `hera doctor` compares.
 */
export const GET: APIRoute = ({ locals: { services } }) => {
  const { commit, settings } = services
  const health = services.health()
  const isWell = health.write && health.build !== false
  return json(isWell ? 200 : 503, { status: isWell ? 'ok' : 'error', commit, settings, ...health })
}
