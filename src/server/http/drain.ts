import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { log } from '../log.ts'

/** How long requests in flight may take once the process is asked to stop, in milliseconds. */
export const DRAIN_MS = 10_000
/**
 * How long connections that are idle stay open after that, in milliseconds: a client or a proxy may be about to send its
 * next request on one, which would be lost with the connection.
 */
const LINGER_MS = 500
const IDLE_CHECK_MS = 50

/**
 * On SIGTERM or SIGINT, accepts no further connection, answers the requests in flight and those that still come on open
 * connections, then closes what belongs to the process and ends with 0. A second signal ends the process at once.
 * @param stopping called at the signal
 * @param close called when no request is in flight any more
 */
export function drainOnSignal(server: Server, stopping: () => void, close: () => Promise<void>): void {
  const stop = () => {
    log('stopping')
    stopping()
    server.prependListener('request', (_, res) => res.setHeader('Connection', 'close'))
    // http.Server's own close() cuts idle connections at once.
    NetServer.prototype.close.call(server, async () => {
      await close()
      log('stopped')
      process.exit(0)
    })
    const closeIdle = () => server.closeIdleConnections()
    // A connection becomes idle when its last answer is sent.
    setTimeout(() => setInterval(closeIdle, IDLE_CHECK_MS).unref(), LINGER_MS).unref()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
