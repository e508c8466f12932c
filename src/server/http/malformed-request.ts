import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long the visitor has to read the answer, in milliseconds. */
const UNREAD_MS = 1000

/** Status lines for errors of the parser; any other error is 400. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
}

/** Answers what is not HTTP, too slow or too long, with the security headers, and closes the connection. */
export function answerMalformed(server: Server, headers: Record<string, string>): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, res) => latest.set(socket, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket)
    // After the start of an answer, a second status line would be read as part of its body.
    const answering = response?.headersSent === true && !response.writableFinished
    if (!socket.writable || answering || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const date = new Date().toUTCString()
    socket.end(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines}Date: ${date}\r\n\r\n`)
    // A visitor who does not read the answer does not keep the connection.
    setTimeout(() => socket.destroy(), UNREAD_MS).unref()
  })
}
