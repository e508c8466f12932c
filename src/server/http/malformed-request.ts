import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long the client may take to read the response, in milliseconds. */
const CLOSE_AFTER_MS = 1000

/** Status lines by parser error; other errors are 400. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
}
const UNKNOWN_METHOD = '405 Method Not Allowed'
/** A valid request line with any method. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/

interface ParserError extends NodeJS.ErrnoException {
  /** Bytes being parsed; undefined for a request that timed out. */
  rawPacket?: Buffer
}

/**
 * Responds to malformed, slow or oversized requests, to CONNECT and to unknown methods, with the security
 * headers, and closes the connection.
 * @param methods that routes accept
 */
export function answerMalformed(server: Server, headers: Record<string, string>, methods: readonly string[]): void {
  const allow = `Allow: ${methods.join(', ')}\r\n`
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, res) => latest.set(socket, res))

  function reply(socket: Duplex, status: string): void {
    const more = status === UNKNOWN_METHOD ? allow : ''
    socket.end(`HTTP/1.1 ${status}\r\n${lines}${more}Date: ${new Date().toUTCString()}\r\n\r\n`)
    // Clients that do not read the response must not keep the connection.
    setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref()
  }

  server.on('clientError', (error: ParserError, socket) => {
    const response = latest.get(socket)
    // A second status line would be read as part of a response that has begun, or as the response to the next request.
    const answered = response?.headersSent === true && !(response.writableFinished && response.req.complete)
    if (!socket.writable || answered || error.code === 'ECONNRESET') socket.destroy()
    else reply(socket, statusOf(error))
  })
  server.on('connect', (_, socket) => reply(socket, UNKNOWN_METHOD))
}

function statusOf({ code = '', rawPacket }: ParserError): string {
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(String(rawPacket))) return UNKNOWN_METHOD
  return STATUS[code] ?? '400 Bad Request'
}
