import { refuse } from '../http/refusal.ts'
import { readBody } from '../http/request-body.ts'
import type { DeskAccess } from './desk-access.ts'
import type { DeskSession } from './sessions.ts'

/** Answers a request to the page of devices: POST ends the session of the number in `appareil`; the page shows the others. */
export async function answerDevices(
  request: Request,
  sessions: Pick<DeskAccess, 'list' | 'end'>,
): Promise<Response | DeskSession[]> {
  if (request.method === 'POST') {
    const body = await readBody(request)
    if (!body.status) await sessions.end(Number(body.input.appareil))
    return new Response(null, { status: 303, headers: { Location: '/bureau/appareils' } })
  }
  if (request.method === 'GET' || request.method === 'HEAD') return sessions.list()
  return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
}
