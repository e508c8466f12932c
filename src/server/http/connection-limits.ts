/** Limits per connection, per network and for all connections together. */
export const CONNECTION_LIMITS = {
  /** From the first byte of a request to the end of its headers, in milliseconds. */
  headersMs: 10_000,
  /** From the first byte of a request to the end of its body, in milliseconds. */
  requestMs: 30_000,
  /** Idle time of a connection between two requests, in milliseconds; longer than that of a proxy (nginx: 60 s). */
  idleMs: 65_000,
  /** How long a connection may be silent before its first request or during a response, in milliseconds. */
  silentMs: 35_000,
  /** How often Node checks the limits above, in milliseconds. */
  checkMs: 2_000,
  /** Total size of the headers of a request, in bytes. */
  headerBytes: 16 * 1024,
  headerCount: 100,
  /** Open connections; further ones are closed at once. An idle connection takes about 20 kB of memory. */
  connections: 1_000,
  /** Requests of one connection that wait for an earlier response (pipelining, which browsers do not use). */
  pipelined: 16,
  /** Requests of one network (see rate-limit.ts) whose body is still being received; all together half of `connections`. */
  unfinishedBodies: 20,
  /** On-demand requests handled at the same time; further ones get 503. Built files are always served. */
  inFlight: 250,
}

export type ConnectionLimits = typeof CONNECTION_LIMITS
