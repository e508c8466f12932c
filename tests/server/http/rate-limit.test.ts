import { describe, expect, it } from 'vitest'
import { BURST, createLimiter, network, PER_MINUTE } from '../../../src/server/http/rate-limit.ts'

describe('createLimiter', () => {
  it('lets a burst through, then a steady rate', () => {
    let now = 0
    const limiter = createLimiter(() => new Date(now))
    for (let i = 0; i < BURST; i++) expect(limiter.take('192.0.2.1')).toBe(0)
    expect(limiter.take('192.0.2.1')).toBe(60 / PER_MINUTE)
    expect(limiter.take('192.0.2.2')).toBe(0)
    now += 60_000 / PER_MINUTE
    expect(limiter.take('192.0.2.1')).toBe(0)
    expect(limiter.take('192.0.2.1')).toBeGreaterThan(0)
  })

  it('remembers a bounded number of addresses', () => {
    const limiter = createLimiter(() => new Date(0), 2)
    for (let i = 0; i <= BURST; i++) limiter.take('192.0.2.1')
    expect(limiter.take('192.0.2.1')).toBeGreaterThan(0)
    limiter.take('192.0.2.2')
    limiter.take('192.0.2.3')
    expect(limiter.take('192.0.2.1')).toBe(0)
  })
})

describe('network', () => {
  it('counts IPv6 by its /64 and IPv4, mapped or not, by itself', () => {
    expect(network('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(network('2001:0db8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(network('::1')).toBe('0:0:0:0::/64')
    expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(network('192.0.2.1')).toBe('192.0.2.1')
  })
})
