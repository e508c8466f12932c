import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { log } from '../log.ts'

/** How long requests in flight may take after a stop signal, in milliseconds. */
const DRAIN_MS = 10_000
/**
 * How long idle connections stay open after the signal, in milliseconds: a request that a client or proxy is
 * about to send on one would be lost with the connection.
 */
const LINGER_MS = 500
const IDLE_CHECK_MS = 50

/**
 * On SIGTERM or SIGINT, stops accepting connections, answers requests in flight and those that still arrive on
 * open connections, then calls `close` and exits with 0. A second signal exits at once with 1.
 * @param stopping called at the signal
 * @param close called once all connections are closed
 */
export function drainOnSignal(server: Server, stopping: () => void, close: () => Promise<void>): void {
  const stop = () => {
    log('stopping')
    stopping()
    server.prependListener('request', (_, res) => res.setHeader('Connection', 'close'))
    // http.Server's own close() closes idle connections at once.
    NetServer.prototype.close.call(server, async () => {
      await close()
      log('stopped')
      process.exit(0)
    })
    const closeIdle = () => server.closeIdleConnections()
    // Repeated, because a connection becomes idle only when its last response is sent.
    setTimeout(() => setInterval(closeIdle, IDLE_CHECK_MS).unref(), LINGER_MS).unref()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
