import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { contact } from '../../forms/contact.ts'
import type { Form } from '../../forms/form.ts'
import { formNamed } from '../../forms/index.ts'
import { log, logError } from '../log.ts'
import { createFormEndpoint, type FormState, presetFrom, sendJson } from './form-endpoint.ts'
import { createLinkEndpoint, isLinkFolder, type LinkState } from './link-endpoint.ts'
import type { Static } from './static.ts'

/** Astro's handler for on-demand pages. */
export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: undefined,
  locals: { submission?: FormState; link?: LinkState },
) => void | Promise<void>

type FormServices = Omit<Parameters<typeof createFormEndpoint>[0], 'render' | 'notFound'>

interface Options extends FormServices {
  astro: AstroHandler
  files: Static
  health: (res: ServerResponse) => void
  links: Omit<Parameters<typeof createLinkEndpoint>[0], 'render'>
  headers: Record<string, string>
}

/** Forms whose page takes presets in its query. */
const PRESET: Readonly<Record<string, Form>> = { [contact.page]: contact }
/** Names of the files that Astro writes for error pages, which have no address of their own. */
const ERROR_PAGES = ['/404', '/500']

/** The one HTTP server: files from memory, forms, health, and Astro for the pages that answer one person. */
export function createHttpServer(options: Options): Server {
  const { astro, files, health, links, headers, ...services } = options

  const notFound = (req: IncomingMessage, res: ServerResponse) => {
    if (!files.serve(req, res, '/404', 404)) sendJson(res, 404, { message: 'Page introuvable.' })
  }
  const render = async (req: IncomingMessage, res: ServerResponse, path: string, locals: object) => {
    // Astro sees a plain request for the page: the body has been read, and its own limits do not apply.
    const { method } = req
    req.url = path
    req.method = method === 'HEAD' ? 'HEAD' : 'GET'
    res.setHeader('Cache-Control', 'no-store')
    await astro(req, res, undefined, locals)
  }
  const takeForm = createFormEndpoint({ ...services, render, notFound })
  const takeLink = createLinkEndpoint({ ...links, render })

  async function route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const target = requestTarget(req)
    if (!target) return sendJson(res, 400, { message: 'Adresse illisible.' })
    const { pathname, search, searchParams } = target
    const read = req.method === 'GET' || req.method === 'HEAD'
    const [, folder, name] = pathname.split('/')

    if (folder === 'formulaires' && name && pathname === `/formulaires/${name}`) return takeForm(req, res, name)
    if (isLinkFolder(folder) && name && pathname === `/${folder}/${name}`) return takeLink(req, res, folder, name)
    if (pathname === '/api/health') return health(res)
    if (!read) {
      res.setHeader('Allow', 'GET, HEAD')
      return sendJson(res, files.has(pathname) ? 405 : 404, { message: 'Cette page se lit, elle ne reçoit rien.' })
    }
    const preset = PRESET[pathname] && presetFrom(PRESET[pathname], searchParams)
    if (preset) return render(req, res, `/formulaires/${PRESET[pathname]?.name}`, { submission: preset })
    if (folder === 'merci' && name && formNamed(name)) return render(req, res, pathname, {})
    if (ERROR_PAGES.includes(pathname)) return notFound(req, res)
    if (files.serve(req, res, pathname)) return
    const plain = pathname.replace(/\/+$/, '').replace(/(^|\/)index\.html$|\.html$/, '') || '/'
    if (plain !== pathname && files.has(plain) && !ERROR_PAGES.includes(plain)) {
      res.writeHead(308, { Location: plain + search }).end()
      return
    }
    notFound(req, res)
  }

  const server = createServer({ keepAliveTimeout: 10_000 }, (req, res) => {
    const started = performance.now()
    const { method } = req
    for (const name in headers) res.setHeader(name, headers[name] as string)
    const label = routeLabel(req)
    if (label) {
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : 'aborted'
        log(`${method} ${label} ${status} ${Math.round(performance.now() - started)}ms`)
      })
    }
    route(req, res).catch((error) => {
      logError(`${method} ${label ?? 'page'}`, error)
      if (res.headersSent) res.destroy()
      else if (!files.serve(req, res, '/500', 500)) res.writeHead(500).end()
    })
  })
  // Slow senders are cut off: headers within 10 s, the whole request within 30 s.
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  return server
}

/** The path and query asked for; a path that begins with two slashes is still a path of ours. */
function requestTarget(req: IncomingMessage): URL | undefined {
  const target = req.url?.startsWith('/') ? `http://localhost${req.url}` : (req.url ?? '')
  return URL.canParse(target) ? new URL(target) : undefined
}

/** What a log line calls a request: forms and the pages that answer one person; plain pages are not logged. */
function routeLabel(req: IncomingMessage): string | undefined {
  // Whoever reads the log must not find a link that works.
  const [, folder] = (req.url ?? '').split('/', 2)
  if (isLinkFolder(folder)) return `/${folder}/…`
  const known = /^\/(formulaires|merci)\/([a-z]{1,20})(?=$|\?)/.exec(req.url ?? '')
  return known ? `/${known[1]}/${known[2]}` : undefined
}
