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
  it('counts sessions, not requests', () => {
    const { seen } = setUp()
    expect([seen('a'), seen('b'), seen('a')]).toEqual([1, 2, 2])
  })

  it('deletes a session after PRESENCE_MEMORY_S, and not a moment before', () => {
    const { seen, wait } = setUp()
    seen('a')
    wait(PRESENCE_MEMORY_S - 0.001)
    expect(seen('b'), 'sessions before the first one expires').toBe(2)
    wait(0.001)
    expect(seen('b'), 'sessions after the first one has expired').toBe(1)
  })

  it('keeps a session that continues to send requests', () => {
    const { seen, wait } = setUp()
    seen('a')
    seen('b')
    for (let sign = 0; sign < 5; sign++) {
      wait(PRESENCE_MEMORY_S / 2)
      seen('a')
    }
    expect(seen('a'), 'sessions that continue to send requests').toBe(1)
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
    for (let i = 0; i < 700; i++) seen(`x${i}`, '192.0.2.1')
    expect(seen('x0', '192.0.2.1')).toBe(SESSIONS_OF_NETWORK.perAddress)
    expect(seen('a', '192.0.2.2')).toBe(SESSIONS_OF_NETWORK.perAddress + 1)
  })

  it('is counted by /64, /56 and /48', () => {
    const { seen } = setUp()
    const flood = (prefix: string) => {
      for (let i = 0; i < 100; i++) seen(`${prefix}${i}`, `${prefix}::${i.toString(16)}`)
      return seen('z', '192.0.2.1') - 1
    }
    expect(flood('2001:db8:1:100')).toBe(SESSIONS_OF_NETWORK.perAddress)
    flood('2001:db8:1:101')
    expect(flood('2001:db8:1:102')).toBe(SESSIONS_OF_NETWORK.per56)
    for (const group of ['200', '300', '400', '500']) flood(`2001:db8:1:${group}`)
    expect(flood('2001:db8:1:600')).toBe(SESSIONS_OF_NETWORK.per48)
  })

  it('has room for one session again when one of several has expired', () => {
    const { seen, wait } = setUp()
    const max = SESSIONS_OF_NETWORK.perAddress
    seen('x0', '192.0.2.1')
    wait(1)
    for (let i = 1; i < max; i++) seen(`x${i}`, '192.0.2.1')
    wait(PRESENCE_MEMORY_S - 1)
    expect([seen('a', '192.0.2.1'), seen('b', '192.0.2.1')]).toEqual([max, max])
  })
})
