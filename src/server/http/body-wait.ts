import type { IncomingMessage } from 'node:http'
import { networkOf } from './rate-limit.ts'
import { BODY_MAX } from './request-body.ts'

/**
 * Waits until the body of a request has arrived, so that a slow sender occupies only a connection. The body is
 * stored in `req.body`, where Astro's Node adapter looks first. A body larger than BODY_MAX is not awaited but
 * passed on as a stream; its reader rejects it, mostly by its Content-Length.
 * @param max unfinished bodies of one network, of any size, even if already answered; above it, requests resolve
 * to false at once
 */
export function createBodyWait(max: number): (req: IncomingMessage, address: string) => Promise<boolean> {
  const unfinished = new Map<string, number>()

  /** Counts a body of a network until it is complete or the connection closes; returns false above the limit. */
  function count(req: IncomingMessage, network: string): boolean {
    const counted = (unfinished.get(network) ?? 0) + 1
    if (counted > max) return false
    unfinished.set(network, counted)
    const release = () => {
      req.off('end', release).off('close', release)
      const left = (unfinished.get(network) ?? 1) - 1
      if (left > 0) unfinished.set(network, left)
      else unfinished.delete(network)
    }
    req.on('end', release).on('close', release)
    return true
  }

  return async (req, address) => {
    if (!hasBody(req)) return true
    if (!count(req, networkOf(address))) return false
    const body = await collect(req)
    if (body) Object.assign(req, { body })
    return true
  }
}

/** Content-Length of a request, in bytes; 0 if the body is missing or chunked. */
export function announcedLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || announcedLength(req) > 0
}

/** Collects the whole body. If it exceeds BODY_MAX, puts what was read back into the stream and returns undefined. */
function collect(req: IncomingMessage): Promise<Buffer | undefined> {
  if (announcedLength(req) > BODY_MAX) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= BODY_MAX) return
      req.pause()
      req.off('data', take)
      req.unshift(Buffer.concat(chunks))
      resolve(undefined)
    }
    req.on('data', take)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('error', reject)
    req.once('close', () => {
      if (!req.complete) reject(new Error('The visitor left before the request was complete.'))
    })
  })
}
