import type { APIRoute } from 'astro'
import { DESK } from '../../server/desk/access/destination.ts'

export const prerender = false

/** Ends the session of this device and clears the pages in the browser's cache. */
export const POST: APIRoute = async ({ locals: { services, desk }, cookies }) => {
  const { name, options } = services.sessionCookie
  if (desk) await services.deskSessions.end(desk.session.id)
  cookies.delete(name, options)
  return new Response(null, { status: 303, headers: { Location: DESK, 'Clear-Site-Data': '"cache"' } })
}
