/** How much of the server one connection, one network or everybody together may occupy. */
export const CONNECTION_LIMITS = {
  /** From the first byte of a request to the end of its headers, in milliseconds. */
  headersMs: 10_000,
  /** From the first byte of a request to the end of its body, in milliseconds. */
  requestMs: 30_000,
  /** How long a connection may be idle between two requests, in milliseconds: longer than a proxy keeps it (nginx: 60 s). */
  idleMs: 65_000,
  /** How long a connection may stay silent before its first request or during an answer, in milliseconds. */
  silentMs: 35_000,
  /** How often Node checks the limits above, in milliseconds. */
  checkMs: 2_000,
  /** All headers of a request, in bytes. */
  headerBytes: 16 * 1024,
  headerCount: 100,
  /** Open connections; further ones are closed at once. An idle connection takes about 20 kB of memory. */
  connections: 1_000,
  /** Requests of one connection that wait for an earlier answer (pipelining); browsers send none ahead. */
  pipelined: 16,
  /** Requests of one network (see rate-limit.ts) whose body has not arrived completely. */
  unfinishedBodies: 20,
  /** On-demand requests that are being answered; further ones get 503. Files are always served. */
  inFlight: 250,
}

export type ConnectionLimits = typeof CONNECTION_LIMITS
