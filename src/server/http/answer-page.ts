import { ReadableStream as NodeStream } from 'node:stream/web'
import { refuse } from './refusal.ts'

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
