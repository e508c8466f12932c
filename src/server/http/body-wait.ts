import type { IncomingMessage } from 'node:http'
import { networkOf } from './rate-limit.ts'
import { BODY_MAX } from './request-body.ts'

/**
 * Waits until the body of a request has arrived, so that a visitor who sends it slowly, or not at all, occupies a
 * connection and nothing else. The body is kept in `req.body`, where Astro's Node adapter looks for it first. One that is
 * larger than a form's is not waited for and goes on as a stream: whoever reads it refuses it, mostly by its header.
 * @param max requests of one network whose body has not arrived completely, of every size and answered or not; each
 * further one resolves to false at once
 */
export function createBodyWait(max: number): (req: IncomingMessage, address: string) => Promise<boolean> {
  const unfinished = new Map<string, number>()

  /** Counts a body of a network until it is complete or the connection ends; false for one too many. */
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

/** Length that a request announces for its body, in bytes; 0 for none, and for one that comes in chunks. */
export function announcedLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || announcedLength(req) > 0
}

/** The whole body, or undefined when it is larger than a form's: what has arrived is then put back into the stream. */
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
