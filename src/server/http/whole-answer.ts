import { type ServerResponse, STATUS_CODES } from 'node:http'
import { BOUNDS } from './bounds.ts'

/** Sends an answer; no header that was set on the response goes with it. */
export type WholeAnswer = (res: ServerResponse) => void

/**
 * An answer that is the same for everyone, so that its head is put into bytes once a second, for its Date, and not for
 * each request: a third of what a page costs (docs/decisions/0003). Node goes on reading requests, keeping their order
 * and closing connections; where the answer is not the next one on a connection that stays open, it writes it too. A connection may lie idle as long as
 * BOUNDS say.
 * @param headers names and values in turn, as `writeHead` takes them, with the length of the body
 */
export function wholeAnswer(status: number, headers: string[], body?: Buffer): WholeAnswer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}\r\n`)
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${BOUNDS.idleMs / 1000}\r\n\r\n`
  let head = Buffer.alloc(0)
  let headOf = 0

  return (res) => {
    const { socket } = res
    if (!socket?.writable || !res.shouldKeepAlive) {
      res.writeHead(status, headers).end(body)
      return
    }
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second !== headOf) {
      head = Buffer.from(`${lines.join('')}Date: ${new Date(now).toUTCString()}\r\n${kept}`, 'latin1')
      headOf = second
    }
    // The event by which Node takes an answer for sent, and goes on to the connection's next request.
    const sent = (error?: Error | null) => {
      if (!error) res.emit('finish')
    }
    if (!body) {
      socket.write(head, sent)
      return
    }
    socket.cork()
    socket.write(head)
    socket.write(body, sent)
    socket.uncork()
  }
}
