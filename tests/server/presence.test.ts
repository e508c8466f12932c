import { describe, expect, it } from 'vitest'
import { createPresence } from '../../src/server/presence.ts'
import { PRESENCE_MEMORY_S, SESSIONS_OF_NETWORK } from '../contract/figures.ts'

function setUp(max?: number) {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const presence = createPresence(() => new Date(now), max)
  return {
    seen: (session: string, address = '') => presence.seen(session, address),
    wait: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

describe('presence', () => {
  it('keeps a session for PRESENCE_MEMORY_S after its last request, and not a moment longer', () => {
    const { seen, wait } = setUp()
    seen('a')
    for (let sign = 0; sign < 3; sign++) {
      wait(PRESENCE_MEMORY_S / 2)
      seen('a')
    }
    wait(PRESENCE_MEMORY_S - 0.001)
    expect(seen('b'), 'sessions before the first one expires').toBe(2)
    wait(0.001)
    expect(seen('b'), 'sessions after the first one has expired').toBe(1)
  })

  it('never stores more than its maximum, and deletes the one unseen for longest', () => {
    const { seen } = setUp(3)
    for (const session of ['a', 'b', 'c', 'a', 'd']) seen(session)
    expect(seen('a'), 'sessions that are stored').toBe(3)
    for (let i = 0; i < 1000; i++) expect(seen(`x${i}`)).toBeLessThanOrEqual(3)
  })
})

describe('one network', () => {
  it('counts for a few sessions at once, and leaves room for others', () => {
    const { seen } = setUp()
    for (let i = 0; i < 70; i++) seen(`x${i}`, '192.0.2.1')
    expect(seen('x0', '192.0.2.1')).toBe(SESSIONS_OF_NETWORK)
    for (let i = 0; i < 70; i++) seen(`y${i}`, `2001:db8:1:${i}::1`)
    expect(seen('a', '192.0.2.2'), 'with another address and one /48').toBe(2 * SESSIONS_OF_NETWORK + 1)
  })

  it('has room for one session again when one of several has expired', () => {
    const { seen, wait } = setUp()
    const max = SESSIONS_OF_NETWORK
    seen('x0', '192.0.2.1')
    wait(1)
    for (let i = 1; i < max; i++) seen(`x${i}`, '192.0.2.1')
    wait(PRESENCE_MEMORY_S - 1)
    expect([seen('a', '192.0.2.1'), seen('b', '192.0.2.1')]).toEqual([max, max])
  })
})
