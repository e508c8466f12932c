import { refuse } from './refusal.ts'
import { BODY_MAX, readBody } from './request-body.ts'

/** What a page does with a request: what it shows, or an answer that is no page, such as a redirect. */
interface Answers<Shown> {
  show: () => Shown | Response | Promise<Shown | Response>
  /** @param input what was sent, by field name */
  post: (input: Record<string, unknown>) => Shown | Response | Promise<Shown | Response>
  /** Largest body, in bytes. */
  max?: number
}

/**
 * Answers a request to a page that shows something and takes posts. What it does not understand is refused with a sentence:
 * 405 for another method, 400, 413 or 415 for a body that cannot be read.
 */
export async function answerPage<Shown>(
  request: Request,
  { show, post, max = BODY_MAX }: Answers<Shown>,
): Promise<Response | Shown> {
  return byMethod<Shown>(request, show, async () => {
    const body = await readBody(request, max)
    if (body.status)
      return refuse(request, body.status, 'Votre envoi est illisible ou trop long. Revenez en arrière et recommencez.')
    return post(body.input)
  })
}

/** The same for a page whose post says nothing but that the button was pressed. */
export async function byMethod<Shown>(
  request: Request,
  show: Answers<Shown>['show'],
  post: () => Promise<Shown | Response>,
): Promise<Response | Shown> {
  if (request.method === 'GET' || request.method === 'HEAD') return show()
  if (request.method === 'POST') return post()
  return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
}

/** Sends the browser to another page, so that loading that one again does nothing twice. */
export function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...headers, Location: location } })
}

/** The refusal of a button that a page does not have. */
export function unknownAct(request: Request): Response {
  return refuse(request, 400, 'Cette page ne connaît pas ce geste. Revenez en arrière et recommencez.')
}
