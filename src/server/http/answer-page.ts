import { ReadableStream as NodeStream } from 'node:stream/web'
import { refuse } from './refusal.ts'
import { type Input, readBody } from './request-body.ts'

/** Handlers of a page. Each returns the data to render, or a Response that is not a page, such as a redirect. */
interface PageHandlers<Shown> {
  show: () => Shown | Response | Promise<Shown | Response>
  post: (input: Input) => Shown | Response | Promise<Shown | Response>
}

/**
 * Handles GET, HEAD and POST requests to a page. Responds with 405 to other methods, and with 400 or 415 to a body
 * that cannot be read.
 */
export async function handlePage<Shown>(
  request: Request,
  { show, post }: PageHandlers<Shown>,
): Promise<Response | Shown> {
  return handleWithoutBody<Shown>(request, show, async () => {
    const body = await readBody(request)
    if (body.status)
      return refuse(request, body.status, 'Votre envoi est illisible. Revenez en arrière et recommencez.')
    return post(body.input)
  })
}

/** Like handlePage(), but does not read the body of a POST. */
async function handleWithoutBody<Shown>(
  request: Request,
  show: PageHandlers<Shown>['show'],
  post: () => Promise<Shown | Response>,
): Promise<Response | Shown> {
  if (request.method === 'GET' || request.method === 'HEAD') return show()
  if (request.method === 'POST') return post()
  return refuse(request, 405, 'Cette adresse ne comprend pas cette demande.', { Allow: 'GET, HEAD, POST' })
}

/** Redirects with 303, so that reloading the target does not repeat the POST. */
export function seeOther(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { ...headers, Location: location } })
}

/** Responds with 400 to an action that the page does not have. */
export function unknownAction(request: Request): Response {
  return refuse(request, 400, 'Cette page ne connaît pas ce geste. Revenez en arrière et recommencez.')
}

/** Returns a stream that produces the bytes no faster than the client reads them. */
export function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // Response uses the DOM type of ReadableStream, which lacks `from`.
  return NodeStream.from(bytes) as ReadableStream<Uint8Array>
}
