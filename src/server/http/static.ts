import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { preferredEncoding } from './accept.ts'

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
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}
const SPECULATION_RULES = 'application/speculationrules+json'
const HASHED = '/_astro/'

interface Variant {
  body: Buffer
  headers: OutgoingHttpHeaders
}
interface File {
  etag: string
  identity: Variant
  br?: Variant
  gzip?: Variant
}

export interface Static {
  /** Answers a GET or HEAD from memory; false when there is no such file. */
  serve(req: IncomingMessage, res: ServerResponse, path: string, status?: number): boolean
  has(path: string): boolean
}

/**
 * Reads every file of a build into memory, with its precompressed variants and its headers; a page is known by its
 * path without .html. A whole build is a few megabytes (docs/decisions/0003).
 * @param client folder of the static files
 * @param pageHeaders headers of single pages, as the build lists them
 * @param common headers of every response
 */
export function loadStatic(
  client: string,
  pageHeaders: { pathname: string; headers: { key: string; value: string }[] }[],
  common: OutgoingHttpHeaders,
): Static {
  const own = new Map(
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
    const path = name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '') || '/'
    const headers = { ...common, ...own.get(path), ...fileHeaders(name) }
    const encoded = (suffix: string) =>
      names.has(name + suffix) ? readFileSync(join(client, name + suffix)) : undefined
    files.set(path, prepare(readFileSync(join(client, name)), headers, encoded('.br'), encoded('.gz')))
  }
  return {
    has: (path) => files.has(path),
    serve(req, res, path, status = 200) {
      const file = files.get(path)
      if (!file) return false
      respond(req, res, file, status)
      return true
    },
  }
}

function canonical(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function fileHeaders(name: string): OutgoingHttpHeaders {
  const type = name.startsWith('/speculation') ? SPECULATION_RULES : TYPES[extname(name)]
  return {
    'Content-Type': type ?? 'application/octet-stream',
    'Cache-Control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

function prepare(identity: Buffer, headers: OutgoingHttpHeaders, br?: Buffer, gzip?: Buffer): File {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`
  const shared = { ...headers, ETag: etag, ...((br || gzip) && { Vary: 'Accept-Encoding' }) }
  const variant = (body: Buffer, encoding?: string): Variant => ({
    body,
    headers: {
      ...shared,
      ...(encoding ? { 'Content-Encoding': encoding } : { 'Accept-Ranges': 'bytes' }),
      'Content-Length': body.length,
    },
  })
  return {
    etag,
    identity: variant(identity),
    ...(br && { br: variant(br, 'br') }),
    ...(gzip && { gzip: variant(gzip, 'gzip') }),
  }
}

function respond(req: IncomingMessage, res: ServerResponse, file: File, status: number): void {
  if (status === 200 && req.headers['if-none-match']?.includes(file.etag)) {
    const { 'Content-Length': _, ...headers } = file.identity.headers
    res.writeHead(304, headers).end()
    return
  }
  const range = status === 200 && req.method === 'GET' && req.headers.range
  if (range && (!req.headers['if-range'] || req.headers['if-range'] === file.etag)) {
    if (respondRange(res, file.identity, range)) return
  }
  const encoding = preferredEncoding(req.headers['accept-encoding'])
  const { body, headers } = (encoding && file[encoding]) ?? file.identity
  res.writeHead(status, headers)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

/** Answers a single byte range (RFC 9110 §14); other forms of Range may be ignored, and are. */
function respondRange(res: ServerResponse, { body, headers }: Variant, range: string): boolean {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (!first && !last) return false
  const start = first ? Number(first) : Math.max(0, body.length - Number(last))
  const end = first && last ? Math.min(Number(last), body.length - 1) : body.length - 1
  if (start > end || start >= body.length) {
    res.writeHead(416, { ...headers, 'Content-Range': `bytes */${body.length}`, 'Content-Length': 0 }).end()
    return true
  }
  res.writeHead(206, {
    ...headers,
    'Content-Range': `bytes ${start}-${end}/${body.length}`,
    'Content-Length': end - start + 1,
  })
  res.end(body.subarray(start, end + 1))
  return true
}
