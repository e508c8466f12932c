import type { APIRoute } from 'astro'
import { mediaType } from '../../server/http/accept.ts'
import { json } from '../../server/http/refusal.ts'
import { readBody } from '../../server/http/request-body.ts'

export const prerender = false

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Responds to `{ "session": uuid }` with `{ "count" }`, the number of sessions now on the home page, and with 422 to
 * other bodies.
 */
export const POST: APIRoute = async ({ request, locals }) => {
  const session = await readSession(request)
  if (!session) return json(422, { message: 'Attendu : { "session": "un UUID" }.' })
  return json(200, { count: locals.services.presence.seen(session, locals.address) })
}

export const ALL: APIRoute = () =>
  json(405, { message: 'Cette adresse reçoit le signe d’une visite.' }, { Allow: 'POST' })

async function readSession(request: Request): Promise<string | undefined> {
  if (mediaType(request.headers) !== 'application/json') return undefined
  const { input } = { input: undefined, ...(await readBody(request)) }
  const session = input && Object.hasOwn(input, 'session') ? input.session : undefined
  const id = typeof session === 'string' ? session.toLowerCase() : ''
  return UUID.test(id) ? id : undefined
}
