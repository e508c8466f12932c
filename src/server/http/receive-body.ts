import type { IncomingMessage } from 'node:http'
import { networkOf } from '../networks.ts'

/** Maximum body of a visitor, in bytes. */
const BODY_MAX = 64 * 1024
/** Maximum body of the desk, in bytes, and of a reply with a file of 5 MB; both only with a session. */
const DESK_MAX = 256 * 1024
const FILE_MAX = 5 * 1024 * 1024 + DESK_MAX
/**
 * A body that is longer than this, and than four times its maximum, is cut. The rest of a shorter one is thrown away,
 * because browsers read the response only after sending.
 */
const DISCARD_MAX = 1024 * 1024

const DESK = /^\/bureau(\/|$)/
/** The pages of the desk to which a visitor without a session sends something: a request for a link, and the link. */
const SIGN_IN = /^\/bureau\/(connexion$|entrer\/)/

/** The bytes of a request; `tooLarge` is the maximum, in bytes, if the body exceeds it and was thrown away. */
interface Received {
  body: Buffer
  tooLarge?: number
}

/** Bodies of one network and of all visitors that may be unfinished at the same time. */
interface Unfinished {
  perNetwork: number
  inAll: number
}

/**
 * Returns the maximum body of a request, in bytes. Nothing is read for the desk without a session.
 * @param type header Content-Type
 * @param hasSession asked only for the desk
 */
export function maximumBody(path: string, type: string | undefined, hasSession: () => boolean): number {
  if (!DESK.test(path) || SIGN_IN.test(path)) return BODY_MAX
  if (!hasSession()) return 0
  return type?.startsWith('multipart/form-data') ? FILE_MAX : DESK_MAX
}

/**
 * Returns a function that receives the body of a request, the only place that counts what a request may send. A slow
 * sender occupies only its connection: nothing handles the request before its body is complete. Resolves to undefined
 * if too many bodies are unfinished, and rejects if the visitor leaves.
 */
export function createBodyReceiver({ perNetwork, inAll }: Unfinished) {
  const unfinished = new Map<string, number>()
  let all = 0

  /** Counts a body of a network until it is complete or the connection closes; returns false above the limits. */
  function count(req: IncomingMessage, network: string): boolean {
    const counted = unfinished.get(network) ?? 0
    if (counted >= perNetwork || all >= inAll) return false
    unfinished.set(network, counted + 1)
    all += 1
    const release = () => {
      req.off('end', release).off('close', release)
      all -= 1
      const left = (unfinished.get(network) ?? 1) - 1
      if (left > 0) unfinished.set(network, left)
      else unfinished.delete(network)
    }
    req.on('end', release).on('close', release)
    return true
  }

  return async (req: IncomingMessage, address: string, max: number): Promise<Received | undefined> => {
    if (!hasBody(req)) return { body: Buffer.alloc(0) }
    return count(req, networkOf(address)) ? collect(req, max) : undefined
  }
}

/**
 * True if the connection must be closed after the response, because the rest of the body would not end.
 * @param max maximum body of the request, in bytes
 */
export function mustCut(req: IncomingMessage, max: number): boolean {
  const length = announcedLength(req)
  return !req.complete && (length === 0 || length > Math.max(DISCARD_MAX, 4 * max))
}

/** Content-Length of a request, in bytes; 0 if the body is missing or chunked. */
function announcedLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || announcedLength(req) > 0
}

/** Collects a body; once it exceeds the maximum, keeps none of it and goes on throwing away what comes. */
function collect(req: IncomingMessage, max: number): Promise<Received> {
  return new Promise((resolve, reject) => {
    // Copied into one buffer that doubles, because a chunk of one byte occupies some hundred.
    let body: Buffer = Buffer.alloc(0)
    let size = 0
    const refuse = () => {
      body = Buffer.alloc(0)
      req.off('data', keep).resume()
      resolve({ body: Buffer.alloc(0), tooLarge: max })
    }
    const keep = (chunk: Buffer) => {
      const end = size + chunk.length
      if (end > max) return refuse()
      if (end > body.length) body = Buffer.concat([body], Math.min(2 * end, max))
      chunk.copy(body, size)
      size = end
    }
    req.once('error', reject)
    req.once('close', () => {
      if (!req.complete) reject(new Error('The visitor left before the request was complete.'))
    })
    if (max === 0 || announcedLength(req) > max) return refuse()
    req.on('data', keep)
    req.once('end', () => resolve({ body: body.subarray(0, size) }))
  })
}
