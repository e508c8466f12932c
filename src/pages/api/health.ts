import type { APIRoute } from 'astro'
import { json } from '../../server/http/refusal.ts'

export const prerender = false

/** 200 while a write reaches the disk, 503 while it does not. */
export const GET: APIRoute = ({ locals }) => {
  const write = locals.services.isHealthy()
  return json(write ? 200 : 503, { status: write ? 'ok' : 'error', write })
}
