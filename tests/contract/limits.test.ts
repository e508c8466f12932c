import { expect, it } from 'vitest'
import { CONNECTION_LIMITS } from '../../src/server/http/connection-limits.ts'
import { DRAIN_MS } from '../../src/server/http/drain.ts'

/** Limits from docs/threat-model.md against slow and greedy clients; the tests of each limit set smaller ones. */
it('connection limits are those of the threat model', () => {
  expect(CONNECTION_LIMITS, 'connection limits').toEqual({
    headersMs: 10_000,
    requestMs: 30_000,
    // Longer than nginx keeps a connection to the server behind it (60 s).
    idleMs: 65_000,
    silentMs: 35_000,
    checkMs: 2_000,
    headerBytes: 16_384,
    headerCount: 100,
    connections: 1_000,
    pipelined: 16,
    unfinishedBodies: 20,
    inFlight: 250,
  })
})

it('pending requests get ten seconds at a stop, less than the twenty that systemd and Docker wait', () => {
  expect(DRAIN_MS, 'milliseconds').toBe(10_000)
})
