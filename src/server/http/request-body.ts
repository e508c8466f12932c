import { mediaType } from './accept.ts'

/** Maximum size of a form body, in bytes. */
export const BODY_MAX = 64 * 1024

/** Maximum size of a rejected body that is still read, in bytes; above it, the connection closes after the response. */
export const READ_MAX = 16 * BODY_MAX

type Bytes = Uint8Array<ArrayBuffer>
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Submitted values by field name. */
export type Input = Readonly<Record<string, unknown>>

/** Values of a body, or the status code of its rejection. */
export type Body = { input: Input; status?: undefined } | { status: 400 | 413 | 415 }

/**
 * Parses a form-encoded, multipart or JSON body into one value per name; of a repeated name, the last value counts.
 * @param max maximum size in bytes; counted while reading, because a chunked body has no Content-Length
 */
export async function readBody(request: Request, max = BODY_MAX): Promise<Body> {
  const bytes = await readBytes(request, max)
  if (!bytes) return { status: 413 }
  const parse = PARSERS.get(mediaType(request.headers))
  if (!parse) return { status: 415 }
  try {
    const input = await parse(bytes, request.headers.get('content-type') ?? '')
    return isRecord(input) ? { input } : { status: 400 }
  } catch {
    return { status: 400 }
  }
}

const readForm = async (bytes: Bytes, contentType: string): Promise<unknown> =>
  Object.fromEntries(await new Response(bytes, { headers: { 'content-type': contentType } }).formData())

/** Parsers by media type; each throws if the body is invalid. */
const PARSERS = new Map<string, (bytes: Bytes, contentType: string) => unknown>([
  ['application/json', (bytes) => JSON.parse(UTF8.decode(bytes))],
  ['application/x-www-form-urlencoded', readForm],
  ['multipart/form-data', readForm],
])

/** Reads the whole body; returns undefined as soon as its Content-Length or the bytes read exceed `max`. */
async function readBytes(request: Request, max: number): Promise<Bytes | undefined> {
  if (Number(request.headers.get('content-length')) > max) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); reader && read && !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > max) {
      void discard(reader, size)
      return undefined
    }
    chunks.push(read.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Reads the rest of the body while the response is sent, because some clients read the response only after
 * sending everything. Node does the same with a body that was never read.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, read: number): Promise<void> {
  let size = read
  try {
    for (let next = await reader.read(); !next.done && size <= READ_MAX; next = await reader.read())
      size += next.value.length
    await reader.cancel()
  } catch {
    // The client closed the connection.
  }
}

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
