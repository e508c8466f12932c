import { connect, type Socket } from 'node:net'

/** What came back on a bare connection. */
export interface Exchange {
  text: string
  /** False when the connection was still open at the end of the time given. */
  closed: boolean
}

export interface Wire {
  socket: Socket
  /** Settles when the other side hangs up, or when the time is over. */
  done: Promise<Exchange>
}

/** Opens a connection and writes bytes as they are; what comes back is collected until the other side hangs up. */
export function openWire(site: string, bytes: string | Buffer = '', waitMs = 5000): Wire {
  const { hostname, port } = new URL(site)
  const socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'))
  let text = ''
  const done = new Promise<Exchange>((resolve) => {
    const finish = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(() => finish(false), waitMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.once('close', () => finish(true))
    // A reset is a way of hanging up.
    socket.on('error', () => undefined)
  })
  if (bytes.length > 0) socket.write(bytes)
  return { socket, done }
}

/** Sends bytes and gives what came back. */
export const exchange = (site: string, bytes: string | Buffer, waitMs?: number) => openWire(site, bytes, waitMs).done
