import type { APIRoute } from 'astro'
import { json } from '../../server/http/refusal.ts'

export const prerender = false

/** Public health check, which is cheap: 200 if writes reach the disk, otherwise 503, and the commit that answers. */
export const GET: APIRoute = ({ locals: { services } }) => {
  const { commit, isWell } = services
  return isWell() ? json(200, { status: 'ok', commit }) : json(503, { status: 'error', commit })
}
