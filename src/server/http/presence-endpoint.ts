import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Presence } from '../presence.ts'
import { readBody } from './body.ts'
import { sendJson } from './form-endpoint.ts'
import { clientAddress, isOwnOrigin } from './origin.ts'
import type { Limiter } from './rate-limit.ts'

/**
 * Signs that one address may give: a school or a stable behind one address sends one every five seconds for each
 * browser; whoever invents sessions stays far from filling the memory.
 */
export const PRESENCE_RATE = { burst: 300, perMinute: 600 }
/** Largest body, in bytes: `{ "session": uuid }` with some room. */
const BODY_MAX = 256
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

interface Services {
  presence: Presence
  limiter: Limiter
  siteUrl: string
  trustedProxies: number
}

/** Answers POST /api/presence: `{ "session": uuid }` gives `{ "count" }`. */
export function createPresenceEndpoint({ presence, limiter, siteUrl, trustedProxies }: Services) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      return sendJson(res, 405, { message: 'Cette adresse reçoit le signe d’une visite.' })
    }
    if (!isOwnOrigin(req, siteUrl)) return sendJson(res, 403, { message: 'Cette adresse ne sert que notre site.' })
    const wait = limiter.take(clientAddress(req, trustedProxies))
    if (wait > 0) {
      res.setHeader('Retry-After', wait)
      return sendJson(res, 429, { message: 'Trop de signes en peu de temps.' })
    }
    const session = await readSession(req)
    if (!req.complete) res.setHeader('Connection', 'close')
    if (!session) return sendJson(res, 422, { message: 'Attendu : { "session": "un UUID" }.' })
    sendJson(res, 200, { count: presence.seen(session) })
  }
}

async function readSession(req: IncomingMessage): Promise<string | undefined> {
  const body = await readBody(req, BODY_MAX)
  if (!('input' in body) || !body.json || !Object.hasOwn(body.input, 'session')) return undefined
  const { session } = body.input
  const id = typeof session === 'string' ? session.toLowerCase() : ''
  return UUID.test(id) ? id : undefined
}
