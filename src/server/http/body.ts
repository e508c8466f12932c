import type { IncomingMessage } from 'node:http'

/** Largest request body, in bytes. */
export const BODY_MAX = 64 * 1024

/** How many times the largest body is read and dropped before it is refused, so that the sender gets to read why. */
const DROPPED_MAX = 16

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export type Body = { input: Record<string, unknown>; json: boolean } | { status: 400 | 413 | 415; json: boolean }

/**
 * Reads a form-encoded, multipart or JSON body into one value a name; the last of a repeated name counts.
 * @param max largest body, in bytes
 */
export async function readBody(req: IncomingMessage, max = BODY_MAX): Promise<Body> {
  const type = (req.headers['content-type'] ?? '').toLowerCase().split(';')[0]?.trim()
  const json = type === 'application/json'
  const bytes = await collect(req, max)
  if (!bytes) return { status: 413, json }
  if (json) return parseJson(bytes)
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data') return { status: 415, json }
  try {
    const headers = { 'content-type': req.headers['content-type'] as string }
    const data = await new Response(new Uint8Array(bytes), { headers }).formData()
    return { input: Object.fromEntries(data), json }
  } catch {
    return { status: 400, json }
  }
}

/**
 * The whole body, or undefined when it is larger than the limit; what comes after that is read and dropped. By events: an
 * iterator would weigh as much as the request, for as long as it waits for its commit.
 */
function collect(req: IncomingMessage, max: number): Promise<Buffer | undefined> {
  if (req.readableEnded) return Promise.resolve(Buffer.alloc(0))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= max) chunks.push(chunk)
      else if (size > DROPPED_MAX * max) resolve(undefined)
    })
    req.once('end', () => resolve(size <= max ? Buffer.concat(chunks.splice(0)) : undefined))
    req.once('error', reject)
    if (Number(req.headers['content-length']) > DROPPED_MAX * max) resolve(undefined)
  })
}

function parseJson(bytes: Buffer): Body {
  try {
    const input: unknown = JSON.parse(UTF8.decode(bytes))
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return { input: input as Record<string, unknown>, json: true }
  } catch {
    // Not JSON, or not UTF-8: the same answer as any other unreadable body.
  }
  return { status: 400, json: true }
}
