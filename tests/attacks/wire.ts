import { connect } from 'node:net'

/**
 * Opens a connection, writes raw bytes and collects the response. `done` resolves when the server closes the
 * connection, or with `closed` false when the time is over.
 */
export function openWire(site: string, bytes = '', waitMs = 5000) {
  const { hostname, port } = new URL(site)
  const socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'))
  let text = ''
  const done = new Promise<{ text: string; closed: boolean }>((resolve) => {
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
  if (bytes) socket.write(bytes)
  return { socket, done }
}

/** Sends raw bytes and returns the response. */
export const exchange = (site: string, bytes: string, waitMs?: number) => openWire(site, bytes, waitMs).done
