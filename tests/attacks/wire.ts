import { connect, type Socket } from 'node:net'

/** The bytes received on a raw connection. */
export interface Exchange {
  text: string
  /** False if the connection was still open after the given time. */
  closed: boolean
}

export interface Wire {
  socket: Socket
  /** Resolves when the server closes the connection or the time is over. */
  done: Promise<Exchange>
}

/** Opens a connection, writes raw bytes and collects the response until the server closes it. */
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
    // A reset counts as closing.
    socket.on('error', () => undefined)
  })
  if (bytes.length > 0) socket.write(bytes)
  return { socket, done }
}

/** Sends raw bytes and returns the response. */
export const exchange = (site: string, bytes: string | Buffer, waitMs?: number) => openWire(site, bytes, waitMs).done
