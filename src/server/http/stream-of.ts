import { ReadableStream as NodeStream } from 'node:stream/web'

/** The bytes as a browser takes them: the next ones are made when it has room for them. */
export function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // The types of browsers, which those of an answer are, do not know `from`.
  return NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}
