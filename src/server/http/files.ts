import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { builtPath } from '../../forms/presets.ts'
import { preferredEncoding } from './accept.ts'
import { assetHeaders } from './security-headers.ts'

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.ics': 'text/calendar; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}
/** Folder of files whose name contains a hash of their content. */
const HASHED = '/_astro/'
/** Pages served only as the response to an unknown address (404) or a failure (500). */
const ERROR_PAGES = ['/404', '/500']

type Encoding = 'identity' | 'br' | 'gzip'
interface Variant {
  body: Buffer
  headers: Record<string, string>
}
/** One built file. */
export type File = {
  /** Path below the folder of static files, such as /faq.html. */
  name: string
  identity: Variant
} & Partial<Record<Encoding, Variant>>

/** Headers per page, as Astro's Node adapter writes them to _headers.json (`staticHeaders`). */
export type PageHeaders = { pathname: string; headers: { key: string; value: string }[] }[]

/** The built files, in memory. */
export type Files = ReturnType<typeof loadFiles>

/**
 * Reads every file of a build into memory, with its compressed copies (`.br`, `.gz`). The path of a page is that
 * of its file without .html.
 * @param client folder of the static files
 * @param pageHeaders headers per page
 * @param common headers of every response
 */
export function loadFiles(client: string, pageHeaders: PageHeaders, common: Record<string, string>) {
  const files = readFiles(client, pageHeaders, common)
  const find = (path: string) => (ERROR_PAGES.includes(path) ? undefined : files.get(path))

  return {
    /**
     * Serves a built file: GET and HEAD with the file or 304, other methods with 405. Redirects other spellings
     * of its address (/x.html, /x/). Returns false without responding if there is no such file.
     */
    answer(req: IncomingMessage, res: ServerResponse, target: URL): boolean {
      const { search } = target
      const pathname = builtPath(target)
      const file = find(pathname)
      if (file) {
        if (req.method === 'GET' || req.method === 'HEAD') send(req, res, file, 200)
        else res.writeHead(405, { ...common, Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
        return true
      }
      const plain = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/index\.html$|\.html$/, '') || '/'
      if (!find(plain)) return false
      res.writeHead(308, { ...common, Location: plain + search, 'Content-Length': 0 }).end()
      return true
    },
    /** Sends the 404 or 500 page; false when the build has none. */
    sendErrorPage(req: IncomingMessage, res: ServerResponse, page: 404 | 500, status: number): boolean {
      const file = files.get(`/${page}`)
      if (file) send(req, res, file, status)
      return file !== undefined
    },
    /** The 404 or 500 page as a Response; undefined when the build has none. */
    errorPage(page: 404 | 500, acceptEncoding: string | undefined): Response | undefined {
      const file = files.get(`/${page}`)
      const variant = file && negotiate(file, acceptEncoding)
      return variant && new Response(new Uint8Array(variant.body), { status: page, headers: variant.headers })
    },
  }
}

/** Returns the built files by path, each with its name and the headers of every representation. */
function readFiles(client: string, pageHeaders: PageHeaders, common: Record<string, string>): Map<string, File> {
  const ofPage = new Map(
    pageHeaders.map(({ pathname, headers }) => [
      pathname,
      Object.fromEntries(headers.map(({ key, value }) => [canonical(key), value])),
    ]),
  )
  const names = new Set(
    readdirSync(client, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(client, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  )
  const files = new Map<string, File>()
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const path = name.replace(/\/index\.html$/, '/').replace(/\.html$/, '')
    const isAsset = name.startsWith(HASHED) && !name.endsWith('.svg')
    const headers = { ...(isAsset ? assetHeaders(common) : common), ...ofPage.get(path), ...fileHeaders(name) }
    const read = (suffix: string) => (names.has(name + suffix) ? readFileSync(join(client, name + suffix)) : undefined)
    files.set(path, { name, ...toFile(readFileSync(join(client, name)), read('.br'), read('.gz'), headers) })
  }
  return files
}

/** Capitalizes a header name (Content-Security-Policy), so that a page's header replaces the common one. */
function canonical(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function fileHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Cache-Control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

function toFile(
  content: Buffer,
  br: Buffer | undefined,
  gzip: Buffer | undefined,
  headers: Record<string, string>,
): Omit<File, 'name'> {
  const digest = hash('sha256', content, 'base64url').slice(0, 12)
  const vary: Record<string, string> = br || gzip ? { Vary: 'Accept-Encoding' } : {}
  const variant = (body: Buffer, encoding: Encoding): Variant => ({
    body,
    headers: {
      ...headers,
      ...vary,
      // Two encodings are two representations; each needs its own validator (RFC 9110 §8.8.3.3).
      ETag: encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    },
  })
  return {
    identity: variant(content, 'identity'),
    ...(br && { br: variant(br, 'br') }),
    ...(gzip && { gzip: variant(gzip, 'gzip') }),
  }
}

function negotiate(file: File, acceptEncoding: string | undefined): Variant {
  const encoding = preferredEncoding(acceptEncoding)
  return (encoding && file[encoding]) ?? file.identity
}

function send(req: IncomingMessage, res: ServerResponse, file: File, status: number): void {
  const { body, headers } = negotiate(file, req.headers['accept-encoding'])
  if (status === 200 && req.headers['if-none-match']?.includes(headers.ETag ?? '')) {
    const { 'Content-Length': _, 'Content-Encoding': __, ...others } = headers
    res.writeHead(304, others).end()
    return
  }
  // Node omits the body of a response to HEAD.
  res.writeHead(status, headers).end(body)
}
