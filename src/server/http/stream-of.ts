import { ReadableStream as NodeStream } from 'node:stream/web'

/** Returns a stream that produces the bytes no faster than the client reads them. */
export function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // Response uses the DOM type of ReadableStream, which lacks `from`.
  return NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}
