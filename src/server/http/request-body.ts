import { mediaType } from './accept.ts'

/** Largest body of a form, in bytes. */
export const BODY_MAX = 64 * 1024

/** A body of this many times a form's is not read to its end: the connection is closed after the answer. */
export const READ_MAX = 16 * BODY_MAX

type Bytes = Uint8Array<ArrayBuffer>
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The values of a body by name, or the status that refuses it. */
export type Body = { input: Record<string, unknown>; status?: undefined } | { status: 400 | 413 | 415 }

/**
 * Reads a form-encoded, multipart or JSON body into one value a name; the last of a repeated name counts.
 * @param max largest body, in bytes; counted while reading, because a chunked body does not announce its length
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

/** What reads a body, by its media type; throws for what cannot be read. */
const PARSERS = new Map<string, (bytes: Bytes, contentType: string) => unknown>([
  ['application/json', (bytes) => JSON.parse(UTF8.decode(bytes))],
  ['application/x-www-form-urlencoded', readForm],
  ['multipart/form-data', readForm],
])

/** The whole body, or undefined as soon as it is known to be larger than the limit, from its header where that says so. */
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
 * Reads on beside the answer, so that a sender who sends before he listens gets to read it; Node does the same with a body
 * that nobody began to read.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, read: number): Promise<void> {
  let size = read
  try {
    for (let next = await reader.read(); !next.done && size <= READ_MAX; next = await reader.read())
      size += next.value.length
    await reader.cancel()
  } catch {
    // The visitor left.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
