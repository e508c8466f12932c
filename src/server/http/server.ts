import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log, logError } from '../log.ts'
import { wantsJson } from './accept.ts'
import { BOUNDS, type Bounds, bind, serverOptions } from './bounds.ts'
import { createDynamic, type DynamicOptions, HEALTH, requestTarget } from './dynamic.ts'
import type { Static } from './files.ts'
import { sendJson } from './form-endpoint.ts'
import { isLinkFolder } from './link-endpoint.ts'
import { answerUnreadable } from './malformed-request.ts'

interface Options extends DynamicOptions {
  files: Static
  /** Headers of every response. */
  headers: Record<string, string>
  bounds?: Bounds
}

/** Names of the files that Astro writes for error pages, which have no address of their own. */
const ERROR_PAGES = ['/404', '/500']

/** The one HTTP server: files from memory, and what is made for one person. */
export function createHttpServer({ files, headers, bounds = BOUNDS, ...options }: Options): Server {
  const notFound = (req: IncomingMessage, res: ServerResponse) => {
    if (!files.serve(req, res, '/404', 404)) sendJson(res, 404, { message: 'Page introuvable.' })
  }
  const answer = createDynamic(options, notFound)

  async function route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const target = requestTarget(req)
    if (!target || req.headers.host === undefined) return sendJson(res, 400, { message: 'Adresse illisible.' })
    if (await answer(req, res, target)) return
    const { pathname, search } = target
    if (!isRead(req)) {
      res.setHeader('Allow', 'GET, HEAD')
      return sendJson(res, files.has(pathname) ? 405 : 404, { message: 'Cette page se lit, elle ne reçoit rien.' })
    }
    if (ERROR_PAGES.includes(pathname)) return notFound(req, res)
    if (files.serve(req, res, pathname)) return
    const plain = pathname.replace(/(?<!\/)\/+$/, '').replace(/(^|\/)index\.html$|\.html$/, '') || '/'
    if (plain !== pathname && files.has(plain) && !ERROR_PAGES.includes(plain)) {
      res.writeHead(308, { Location: plain + search }).end()
      return
    }
    notFound(req, res)
  }

  /** A page or picture asked for by its plain address costs less than to turn it away. */
  const isFile = (req: IncomingMessage) =>
    isRead(req) && files.has(req.url ?? '') && !ERROR_PAGES.includes(req.url ?? '') && req.headers.host !== undefined

  /** Too much at once: the visitor is asked to come back rather than to wait for everyone. */
  function shed(req: IncomingMessage, res: ServerResponse): void {
    res.setHeader('Connection', 'close')
    res.setHeader('Retry-After', 2)
    if (!wantsJson(req.headers.accept, true) && files.serve(req, res, '/500', 503)) return
    sendJson(res, 503, { message: 'Beaucoup de visites en ce moment. Veuillez réessayer dans quelques instants.' })
  }

  const turnMs = createTurnClock()
  const queued = createQueueCount()
  let inFlight = 0
  const take = (req: IncomingMessage, res: ServerResponse) => {
    const busyMs = turnMs()
    // What was answered and is not fetched stays in memory.
    if (queued(req, res) > bounds.queued) {
      req.socket.destroy()
      return
    }
    if (isFile(req)) {
      files.serve(req, res, req.url as string)
      return
    }
    const started = performance.now()
    const { method } = req
    for (const name in headers) res.setHeader(name, headers[name] as string)
    inFlight += 1
    res.once('close', () => {
      inFlight -= 1
    })
    if ((inFlight > bounds.inFlight || busyMs > bounds.turnMs) && req.url !== HEALTH) return shed(req, res)
    const label = routeLabel(req)
    if (label) {
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : 'aborted'
        log(`${method} ${label} ${status} ${Math.round(performance.now() - started)}ms`)
      })
    }
    route(req, res).catch((error) => {
      // Whoever hangs up while sending is no failure of ours.
      if (req.destroyed && !req.complete) return
      logError(`${method} ${label ?? 'page'}`, error)
      if (res.headersSent) res.destroy()
      else if (!files.serve(req, res, '/500', 500)) res.writeHead(500).end()
    })
  }
  const server = createServer(serverOptions(bounds), take)
  bind(server, bounds)
  // Whatever is expected besides 100-continue is no reason for an answer without our headers.
  server.on('checkExpectation', take)
  answerUnreadable(server, headers)
  return server
}

/** Gives how long the current turn of the event loop has lasted since its first request, in milliseconds. */
function createTurnClock(): () => number {
  let began = 0
  return () => {
    const now = performance.now()
    if (began === 0) {
      began = now
      setImmediate(() => {
        began = 0
      })
    }
    return now - began
  }
}

/** Gives how many requests wait, this one included, for an earlier answer on the same connection to be out. */
function createQueueCount(): (req: IncomingMessage, res: ServerResponse) => number {
  const counts = new WeakMap<Socket, number>()
  return ({ socket }, res) => {
    // Node gives the connection to one answer at a time.
    if (res.socket) return 0
    const add = (change: number) => {
      const count = (counts.get(socket) ?? 0) + change
      counts.set(socket, count)
      return count
    }
    res.once('close', () => add(-1))
    return add(1)
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** What a log line calls a request: forms and the pages that answer one person; plain pages are not logged. */
function routeLabel(req: IncomingMessage): string | undefined {
  // Whoever reads the log must not find a link that works.
  const [, folder] = (req.url ?? '').split('/', 2)
  if (isLinkFolder(folder)) return `/${folder}/…`
  const known = /^\/(formulaires|merci)\/([a-z]{1,20})(?=$|\?)/.exec(req.url ?? '')
  return known ? `/${known[1]}/${known[2]}` : undefined
}
