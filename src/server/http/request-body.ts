import { mediaType } from './accept.ts'

/** Largest body of a form, in bytes. */
export const BODY_MAX = 64 * 1024

/** A body of this many times a form's is not read to its end: the connection is closed after the answer. */
export const READ_MAX = 16 * BODY_MAX

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
  switch (mediaType(request.headers)) {
    case 'application/json':
      return parseJson(bytes)
    case 'application/x-www-form-urlencoded':
    case 'multipart/form-data':
      return parseFormData(bytes, request.headers.get('content-type') ?? '')
    default:
      return { status: 415 }
  }
}

/** The whole body, or undefined as soon as it is known to be larger than the limit, from its header where that says so. */
async function readBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
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

function parseJson(bytes: Uint8Array): Body {
  try {
    const input: unknown = JSON.parse(UTF8.decode(bytes))
    if (isRecord(input)) return { input }
  } catch {
    // Neither JSON nor UTF-8: the same answer as for any other unreadable body.
  }
  return { status: 400 }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function parseFormData(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Body> {
  try {
    const data = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    return { input: Object.fromEntries(data) }
  } catch {
    return { status: 400 }
  }
}
