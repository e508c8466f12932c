import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Status lines for what the parser refuses; anything else that cannot be read is 400. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
}

/** Answers what is not HTTP, or too slow, or too long, with the headers of every other answer; then hangs up. */
export function answerUnreadable(server: Server, headers: Record<string, string>): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }) => {
      // In the middle of an answer, a second status line would be taken for its body.
      const answering = socket._httpMessage?.headersSent === true
      if (!socket.writable || answering || error.code === 'ECONNRESET') socket.destroy()
      else {
        const date = new Date().toUTCString()
        socket.end(`HTTP/1.1 ${STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines}Date: ${date}\r\n\r\n`)
        // Whoever does not read the answer does not keep the connection.
        socket.setTimeout(1000, () => socket.destroy())
      }
    },
  )
}
