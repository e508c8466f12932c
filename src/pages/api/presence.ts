import type { APIRoute } from 'astro'
import { SESSION_HEADER } from '../../browser/storage.ts'
import { mediaType } from '../../server/http/accept.ts'
import { json } from '../../server/http/refusal.ts'
import { readBody } from '../../server/http/request-body.ts'

export const prerender = false

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Responds to `{ "session": uuid }` with `{ "count" }`, the number of sessions now on the home page, and with 422 to
 * other bodies. If the browser generated the identifier itself, a header contains the one to use from now on.
 */
export const POST: APIRoute = async ({ request, locals }) => {
  const session = await readSession(request)
  if (!session) return json(422, { message: 'Attendu : { "session": "un UUID" }.' })
  const { count, session: signed } = locals.services.presence.seen(session, locals.address)
  return json(200, { count }, signed === session ? {} : { [SESSION_HEADER]: signed })
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
