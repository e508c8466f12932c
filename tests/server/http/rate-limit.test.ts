import { expect, it } from 'vitest'
import { createBuckets, createRateLimit } from '../../../src/server/http/rate-limit.ts'
import { FORMS_BURST, FORMS_PER_MINUTE } from '../../contract/figures.ts'

it.each([
  ['IPv4 address', 'ipv4', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
  ['IPv6 /64', 'ipv6', '2001:db8:1:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:2::1'],
] as const)(
  'the rate limit of the forms allows the burst of an %s, then a number per minute (decisions «Forms»)',
  (_, kind, one, same, other) => {
    let now = 0
    const limit = createRateLimit(() => new Date(now))
    for (let i = 0; i < FORMS_BURST[kind]; i++) expect(limit('forms', one), 'seconds to wait within the burst').toBe(0)
    expect(limit('forms', same), 'seconds to wait after the burst').toBe(60 / FORMS_PER_MINUTE[kind])
    expect(limit('forms', other), 'seconds to wait for another address').toBe(0)
    now += 60_000 / FORMS_PER_MINUTE[kind]
    expect(limit('forms', same), 'seconds to wait after a refill').toBe(0)
    expect(limit('forms', one), 'seconds to wait after the refill is used').toBeGreaterThan(0)
    now += 24 * 3_600_000
    for (let i = 0; i < FORMS_BURST[kind]; i++) expect(limit('forms', one), 'seconds to wait a day later').toBe(0)
    expect(limit('forms', one), 'seconds to wait after one burst of that day').toBeGreaterThan(0)
  },
)

it('token buckets are stored for at most fifty thousand subjects', () => {
  const take = createBuckets(() => new Date(0), 60_000)
  take('first', 1)
  for (let n = 1; n < 50_000; n++) take(`${n}`, 1)
  expect(take('first', 1), 'milliseconds to wait while stored').toBe(60_000)
  for (let n = 0; n < 50_000; n++) take(`other ${n}`, 1)
  expect(take('first', 1), 'milliseconds to wait once evicted').toBe(0)
})
