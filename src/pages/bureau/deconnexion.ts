import type { APIRoute } from 'astro'
import { endDeskAccess, endSession } from '../../server/desk/access/sessions.ts'
import { readBody } from '../../server/http/request-body.ts'

export const prerender = false

/**
 * Ends the session of this browser, or with `tous` all sessions and links, and clears the pages in the browser's cache.
 * The page that follows removes the texts that the browser keeps.
 */
export const POST: APIRoute = async ({ request, locals: { services, desk }, cookies }) => {
  const { name, options } = services.sessionCookie
  const body = await readBody(request)
  if (desk && !body.status && body.input.tous) endDeskAccess(desk.db)
  else if (desk) endSession(desk.db, desk.session.id)
  cookies.delete(name, options)
  const headers = { Location: '/bureau/connexion?sortie', 'Clear-Site-Data': '"cache"' }
  return new Response(null, { status: 303, headers })
}
