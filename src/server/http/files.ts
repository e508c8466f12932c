import { hash } from 'node:crypto'
import { openSync, read, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { preferredEncoding } from './accept.ts'
import { headersOfParts } from './headers.ts'
import { type WholeAnswer, wholeAnswer } from './whole-answer.ts'

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
const HASHED = '/_astro/'
/** Files up to this size, in bytes, are kept in memory, and so is whatever was compressed. */
const IN_MEMORY_MAX = 16 * 1024

/** How much of a larger file is read at a time, in bytes. */
const CHUNK = 64 * 1024

type Headers = Record<string, string>
/** Small files are kept in memory. Large ones stay open: a new build in the same folder takes no picture from a visitor. */
type Body = Buffer | { fd: number; length: number }
interface Variant {
  body: Body
  /** Names and values in turn, which Node writes as they are. */
  headers: string[]
  /** What answers a GET, where the body is in memory. */
  whole?: WholeAnswer
}
interface File {
  etag: string
  /** Headers of every answer about the file. */
  common: Headers
  notModified: WholeAnswer
  identity: Variant
  br?: Variant
  gzip?: Variant
}

/** Headers of single pages, as Astro's adapter lists them (`staticHeaders`). */
export type PageHeaders = { pathname: string; headers: { key: string; value: string }[] }[]

export interface Static {
  /** Answers a GET or HEAD; false when there is no such file. */
  serve(req: IncomingMessage, res: ServerResponse, path: string, status?: number): boolean
  has(path: string): boolean
}

/**
 * Reads a build into memory, all but its pictures, with its precompressed variants and its headers; a page is known by
 * its path without .html (docs/decisions/0003).
 * @param client folder of the static files
 * @param pageHeaders headers of single pages, as the build lists them
 * @param common headers of every response
 */
export function loadStatic(client: string, pageHeaders: PageHeaders, common: Headers): Static {
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
  const parts = headersOfParts(common)
  const files = new Map<string, File>()
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const path = name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '') || '/'
    const general = name.startsWith(HASHED) && !name.endsWith('.svg') ? parts : common
    const headers = { ...general, ...own.get(path), ...fileHeaders(name) }
    const encoded = (suffix: string) =>
      names.has(name + suffix) ? readFileSync(join(client, name + suffix)) : undefined
    files.set(path, prepare(join(client, name), headers, encoded('.br'), encoded('.gz')))
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

function fileHeaders(name: string): Headers {
  return {
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Cache-Control': name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

function prepare(path: string, headers: Headers, br?: Buffer, gzip?: Buffer): File {
  const content = readFileSync(path)
  const { length } = content
  const identity = br || length <= IN_MEMORY_MAX ? content : { fd: openSync(path, 'r'), length }
  const etag = `"${hash('sha256', content, 'base64url').slice(0, 12)}"`
  const common: Headers = { ...headers, ETag: etag, ...((br || gzip) && { Vary: 'Accept-Encoding' }) }
  const variant = (body: Body, own: Headers): Variant => {
    const headers = Object.entries({ ...common, ...own, 'Content-Length': String(body.length) }).flat()
    return { body, headers, ...(!('fd' in body) && { whole: wholeAnswer(200, headers, body) }) }
  }
  return {
    etag,
    common,
    notModified: wholeAnswer(304, Object.entries(common).flat()),
    identity: variant(identity, { 'Accept-Ranges': 'bytes' }),
    ...(br && { br: variant(br, { 'Content-Encoding': 'br' }) }),
    ...(gzip && { gzip: variant(gzip, { 'Content-Encoding': 'gzip' }) }),
  }
}

function respond(req: IncomingMessage, res: ServerResponse, file: File, status: number): void {
  if (status === 200 && req.headers['if-none-match']?.includes(file.etag)) {
    file.notModified(res)
    return
  }
  const encoding = preferredEncoding(req.headers['accept-encoding'])
  const encoded = encoding && file[encoding]
  // The parts are those of the plain file: whoever asks for a compressed one gets it whole.
  const range = !encoded && status === 200 && req.method === 'GET' && req.headers.range
  if (range && (!req.headers['if-range'] || req.headers['if-range'] === file.etag)) {
    if (respondRange(res, file, range)) return
  }
  const { body, headers, whole } = encoded ?? file.identity
  if (whole && status === 200 && req.method === 'GET') {
    whole(res)
    return
  }
  res.writeHead(status, headers)
  if (req.method === 'HEAD') res.end()
  else send(res, body)
}

/** Sends a body, or its bytes from start to end, both included. */
function send(res: ServerResponse, body: Body, start = 0, end = body.length - 1): void {
  if ('fd' in body) {
    const begin = () => pipeline(bytesOf(body.fd, start, end), res, () => {})
    // Nothing is read for an answer that waits for an earlier one on its connection.
    if (res.socket) begin()
    else res.once('socket', begin)
  } else res.end(end - start + 1 === body.length ? body : body.subarray(start, end + 1))
}

const readFrom = promisify(read)

/**
 * The bytes of an open file from start to end, both included. Not by `createReadStream`: it closes the file when a visitor
 * leaves half-way, with `autoClose: false` too, and its number then becomes somebody's connection, or the database.
 */
async function* bytesOf(fd: number, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, end - position + 1))
    const { bytesRead } = await readFrom(fd, { buffer, position })
    if (bytesRead === 0) throw new Error('A file has become shorter than it was at the start.')
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** Answers a single byte range (RFC 9110 §14); other forms of Range may be ignored, and are. */
function respondRange(res: ServerResponse, { identity: { body }, common }: File, range: string): boolean {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (!first && !last) return false
  const start = first ? Number(first) : Math.max(0, body.length - Number(last))
  const end = first && last ? Math.min(Number(last), body.length - 1) : body.length - 1
  const possible = start <= end && start < body.length
  res.writeHead(possible ? 206 : 416, {
    ...common,
    'Accept-Ranges': 'bytes',
    'Content-Range': `bytes ${possible ? `${start}-${end}` : '*'}/${body.length}`,
    'Content-Length': possible ? end - start + 1 : 0,
  })
  if (possible) send(res, body, start, end)
  else res.end()
  return true
}
