import { describe, expect, it } from 'vitest'
import { createPresence } from '../../src/server/presence.ts'
import { PRESENCE_MEMORY_S } from '../contract/figures.ts'

function setUp(max?: number) {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const presence = createPresence(() => new Date(now), max)
  return { presence, wait: (seconds: number) => (now += seconds * 1000) }
}

describe('presence', () => {
  it('counts sessions, not signs', () => {
    const { presence } = setUp()
    expect([presence.seen('a'), presence.seen('b'), presence.seen('a')]).toEqual([1, 2, 2])
  })

  it('forgets a session after its memory, and not a moment before', () => {
    const { presence, wait } = setUp()
    presence.seen('a')
    wait(PRESENCE_MEMORY_S - 0.001)
    expect(presence.seen('b')).toBe(2)
    wait(0.001)
    expect(presence.seen('b')).toBe(1)
  })

  it('keeps a session that goes on giving signs', () => {
    const { presence, wait } = setUp()
    presence.seen('a')
    presence.seen('b')
    for (let sign = 0; sign < 5; sign++) {
      wait(PRESENCE_MEMORY_S / 2)
      presence.seen('a')
    }
    expect(presence.seen('a')).toBe(1)
  })

  it('never remembers more than its maximum, and forgets the one unseen for longest', () => {
    const { presence } = setUp(3)
    for (const session of ['a', 'b', 'c', 'a', 'd']) presence.seen(session)
    expect(presence.seen('a')).toBe(3)
    for (let i = 0; i < 1000; i++) expect(presence.seen(`x${i}`)).toBeLessThanOrEqual(3)
  })
})
