import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRateLimits } from '../../src/server/http/rate-limit.ts'
import { addressOf, type Finding } from './attack.ts'

/** Maximum memory growth by the rate limits, in megabytes, for any number of addresses. */
const GROWTH_MAX = 60

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Passes many addresses and networks to the rate limits and measures the memory growth. */
export function attackLimits(subjects: number): Finding {
  const { forms: byAddress } = createRateLimits(() => new Date(0))
  collect()
  const before = process.memoryUsage().heapUsed
  for (let n = 0; n < subjects; n++) {
    byAddress.take(n % 2 ? addressOf(n) : `2001:db8:${(n >> 16).toString(16)}:${(n & 65535).toString(16)}::1`)
  }
  collect()
  const growth = Math.round((process.memoryUsage().heapUsed - before) / 1e6)
  // Uses the limits here so that they were not garbage-collected.
  byAddress.take('192.0.2.1')
  return {
    attack: 'rate limits of many addresses',
    cases: subjects,
    faults: growth > GROWTH_MAX ? [`rate limits use ${growth} MB`] : [],
    note: `memory grew by ${growth} MB`,
  }
}
