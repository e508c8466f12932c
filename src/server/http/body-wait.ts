import type { IncomingMessage } from 'node:http'
import { networkOf } from './rate-limit.ts'
import { BODY_MAX } from './request-body.ts'

/**
 * Waits until the body of a request has arrived, so that a visitor who sends it slowly, or not at all, occupies a
 * connection and nothing else. The body is kept in `req.body`, where Astro's Node adapter looks for it first; one that is
 * larger than a form's goes on as a stream.
 * @param max requests of one network that may be waiting; each further one resolves to false at once
 */
export function createBodyWait(max: number): (req: IncomingMessage, address: string) => Promise<boolean> {
  const waiting = new Map<string, number>()

  return async (req, address) => {
    if (!hasBody(req)) return true
    const network = networkOf(address)
    const count = (waiting.get(network) ?? 0) + 1
    if (count > max) return false
    waiting.set(network, count)
    try {
      const body = await collect(req)
      if (body) Object.assign(req, { body })
      return true
    } finally {
      const left = (waiting.get(network) ?? 1) - 1
      if (left > 0) waiting.set(network, left)
      else waiting.delete(network)
    }
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The whole body, or undefined when it is larger than a form's: what has arrived is then put back into the stream. */
function collect(req: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(req.headers['content-length']) > BODY_MAX) return Promise.resolve(undefined)
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
    req.once('close', () => reject(new Error('The visitor left before the request was complete.')))
  })
}
