import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { interfaceWords } from '../../copy/words/words.ts'
import { logError } from '../log.ts'
import { clientAddress } from './caller.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'
import type { Files } from './files.ts'
import { createBodyReceiver, maximumBody, mustCut } from './receive-body.ts'

const { refus: phrases } = interfaceWords

/** Astro's handler in middleware mode; calls `next` when it has no route for the request. */
export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Given,
) => void | Promise<void>

interface Options {
  files: Files
  handler: AstroHandler
  services: App.Given['services']
  /** Headers of every response. */
  headers: Record<string, string>
  trustedProxies: number
  limits?: ConnectionLimits
}

/** Methods passed on to routes. Astro cannot create a Request for others, such as TRACE. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answered even when the server is full or the limit reached, so that monitoring does not take it for dead. */
export const HEALTH = '/api/health'

/** The HTTP server: built files from memory; every other request goes to Astro. */
export function createHttpServer(options: Options): Server {
  const { files, handler, services, headers, trustedProxies, limits = CONNECTION_LIMITS } = options
  const inAll = Math.ceil(limits.connections / 2)
  const receiveBody = createBodyReceiver({ perNetwork: limits.unfinishedBodies, inAll })
  const isPipelinedTooFar = createPipelineLimit(limits.pipelined)
  let inFlight = 0

  function answer(req: IncomingMessage, res: ServerResponse): void {
    // Responses that the client does not read stay in memory.
    if (isPipelinedTooFar(req, res)) {
      req.socket.destroy()
      return
    }
    const target = requestTarget(req)
    if (!target) {
      sendJson(res, 400, phrases.adresse)
      return
    }
    if (files.answer(req, res, target)) return
    if (!METHODS.includes(req.method ?? '')) {
      sendJson(res, 405, phrases.methode, { Allow: METHODS.join(', ') })
      return
    }
    answerOnDemand(req, res, target).catch((error) => {
      // A client that disconnects while sending is not a server error.
      if (req.destroyed && !req.complete) return
      logError('request', error)
      fail(req, res)
    })
  }

  function addressOf({ socket, headers }: IncomingMessage): string {
    return clientAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), trustedProxies)
  }

  async function answerOnDemand(req: IncomingMessage, res: ServerResponse, target: URL): Promise<void> {
    const address = addressOf(req)
    const max = maximumBody(target.pathname, req.headers['content-type'], () => services.hasSession(req.headers.cookie))
    const received = await receiveBody(req, address, max)
    const isFull = inFlight >= limits.inFlight && target.pathname !== HEALTH
    if (!received || isFull) return refuseOverload(req, res)
    if (received.tooLarge !== undefined && mustCut(req, received.tooLarge)) res.setHeader('Connection', 'close')
    // Astro's adapter looks here first, and never touches the stream.
    Object.assign(req, { body: received.body })
    // Astro prepends the host; an absolute request target already contains one.
    req.url = target.pathname + target.search
    inFlight += 1
    res.once('close', () => {
      inFlight -= 1
    })
    const errorPage = (page: 404 | 500) => files.errorPage(page, req.headers['accept-encoding'])
    const locals: App.Given = { services, address, errorPage, tooLarge: received.tooLarge }
    // For responses of Astro that do not pass the middleware, such as the redirect of /bureau/; others replace them.
    for (const [name, value] of Object.entries({ ...headers, 'Cache-Control': 'no-store' })) res.setHeader(name, value)
    await handler(req, res, (error) => (error ? fail(req, res) : notFound(req, res)), locals)
  }

  function notFound(req: IncomingMessage, res: ServerResponse): void {
    if (!files.sendErrorPage(req, res, 404, 404)) sendJson(res, 404, phrases.page_inconnue)
  }

  function fail(req: IncomingMessage, res: ServerResponse): void {
    if (res.headersSent) res.destroy()
    else if (!files.sendErrorPage(req, res, 500, 500)) sendJson(res, 500, phrases.incident)
  }

  /** Responds with 503 when too many requests are in flight, so that visitors retry later instead of all waiting. */
  function refuseOverload(req: IncomingMessage, res: ServerResponse): void {
    res.setHeader('Retry-After', 2)
    res.setHeader('Connection', 'close')
    const page = req.headers.accept?.includes('text/html') && files.sendErrorPage(req, res, 500, 503)
    if (!page) sendJson(res, 503, phrases.affluence)
  }

  function sendJson(res: ServerResponse, status: number, message: string, more: Record<string, string> = {}): void {
    const body = JSON.stringify({ message })
    const type = 'application/json; charset=utf-8'
    const length = Buffer.byteLength(body)
    const own = { 'Content-Type': type, 'Content-Length': length, 'Cache-Control': 'no-store' }
    res.writeHead(status, { ...headers, ...own, ...more }).end(body)
  }

  const times = { headersTimeout: limits.headersMs, requestTimeout: limits.requestMs, keepAliveTimeout: limits.idleMs }
  const checks = { connectionsCheckingInterval: limits.checkMs, maxHeaderSize: limits.headerBytes }
  // Requests without Host are handled here, so that the response has the security headers.
  const server = createServer({ ...times, ...checks, requireHostHeader: false }, answer)
  server.maxConnections = limits.connections
  server.maxHeadersCount = limits.headerCount
  server.setTimeout(limits.silentMs)
  // An unknown Expect header is ignored; Node itself would respond with 417 without the security headers.
  server.on('checkExpectation', answer)
  return server
}

/** Returns a function that is true if more than `max` requests of one connection wait for an earlier response. */
function createPipelineLimit(max: number): (req: IncomingMessage, res: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, res) => {
    // Node assigns the socket to a response once the earlier ones are sent.
    if (res.socket) return false
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    res.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return count > max
  }
}

/**
 * Parses the path and query of a request; returns undefined if they or the host are invalid. A path may begin
 * with two slashes. Several Host headers are invalid (RFC 9112 §3.2), because a proxy may have used another one.
 * So is a host with a user or a path (RFC 9110 §7.2), because Astro could not turn it into a URL.
 */
function requestTarget({ url = '', rawHeaders }: IncomingMessage): URL | undefined {
  // rawHeaders alternates names and values.
  const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1)
  if (hosts.length !== 1 || !isHost(hosts[0] ?? '')) return undefined
  const target = url.startsWith('/') ? `http://localhost${url}` : url
  return URL.canParse(target) ? new URL(target) : undefined
}

function isHost(host: string): boolean {
  return /^[^\s@/?#\\]+$/.test(host) && URL.canParse(`http://${host}`)
}
