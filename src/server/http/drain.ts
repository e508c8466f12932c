import type { Server } from 'node:http'
import { log } from '../log.ts'

/** How long requests in flight may take once the process is asked to stop, in milliseconds. */
const DRAIN_MS = 10_000
const IDLE_CHECK_MS = 50

/**
 * On SIGTERM or SIGINT, answers the requests in flight, then closes what belongs to the process and ends with 0. A
 * second signal ends the process at once.
 * @param stopping called at the signal
 * @param close called when no request is in flight any more
 */
export function drainOnSignal(server: Server, stopping: () => void, close: () => Promise<void>): void {
  const stop = () => {
    log('stopping')
    stopping()
    server.close(async () => {
      await close()
      log('stopped')
      process.exit(0)
    })
    // A connection becomes idle when its last answer is sent.
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
