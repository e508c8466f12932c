import type { Server } from 'node:http'

/**
 * What one visitor may take of the server, in milliseconds, bytes and numbers; the size of a body is in body.ts, the
 * rates are in limits.ts and presence-endpoint.ts.
 */
export const BOUNDS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 10_000,
  /** From the first byte of a request to the end of its body. */
  requestMs: 30_000,
  /** How long a connection may lie idle between two requests: longer than a proxy keeps it (nginx: 60 s), or both race. */
  idleMs: 65_000,
  /** How long a connection may stay silent while it is answered or has sent nothing at all. */
  silentMs: 35_000,
  /** How often the three above are looked at. */
  checkMs: 2_000,
  /** All headers of a request, in bytes. */
  headerBytes: 16 * 1024,
  headerCount: 100,
  /** Connections at once; what comes on top is closed at once. An idle one costs about 20 kB. */
  connections: 1_000,
  /** How many requests of one connection may wait for an earlier answer; one more, and it is cut. Browsers send none ahead. */
  queued: 16,
  /** Forms and pages made for one person that are being answered at once; what comes on top gets 503. Files always go. */
  inFlight: 250,
  /** How long one turn of the event loop may take such requests, in milliseconds; what comes later in it gets 503. */
  turnMs: 400,
}

export type Bounds = typeof BOUNDS

/** Options of createServer that belong to the bounds. */
export function serverOptions({ idleMs, checkMs, headerBytes, headersMs, requestMs }: Bounds) {
  return {
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
    maxHeaderSize: headerBytes,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // A request without a host is answered by us, with our headers.
    requireHostHeader: false,
    // Most requests have no body; Node then makes no stream of one, which never ends in an event (see body.ts).
    optimizeEmptyRequests: true,
  }
}

/** Sets what createServer takes no option for. */
export function bind(server: Server, { connections, headerCount, silentMs }: Bounds): void {
  server.maxConnections = connections
  server.maxHeadersCount = headerCount
  server.setTimeout(silentMs)
}
