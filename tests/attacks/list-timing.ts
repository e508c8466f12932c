import { openSite, type Site } from '../site.ts'
import { addressOf, type Finding, percentile, post } from './attack.ts'
import { injectFaults } from './sick-disk.ts'

/** Duration of an fsync on a slow disk, in microseconds. */
const SLOW_US = 10_000
/** Maximum difference of the medians, in milliseconds; more would reveal who is on the list. */
const TELLING_MS = 2

/** Maximum number of requests per known address, below its rate limit, which would respond faster. */
const ASKED_MAX = 50

/**
 * Measures whether the response times for known and unknown addresses of the waiting list differ.
 * @param slowDisk delays each fsync by ten milliseconds with strace
 */
export async function attackListTiming(pairs: number, slowDisk: boolean): Promise<Finding> {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  const heal = slowDisk
    ? await injectFaults(site.process.pid as number, `fsync,fdatasync:delay_enter=${SLOW_US}`)
    : undefined
  const known: number[] = []
  const unknown: number[] = []
  const onList = Math.ceil(pairs / ASKED_MAX)
  for (let n = 0; n < onList; n++) await ask(site, n, `connue-${n}@exemple.fr`)
  for (let n = 1; n <= pairs; n++) {
    unknown.push(await ask(site, 2 * n, `inconnue-${n}@exemple.fr`))
    known.push(await ask(site, 2 * n + 1, `connue-${n % onList}@exemple.fr`))
  }
  await heal?.()
  await site.close()
  const [a, b] = [percentile(known, 0.5), percentile(unknown, 0.5)]
  const figures = (values: number[]) => [0.1, 0.5, 0.9].map((share) => percentile(values, share).toFixed(1)).join('/')
  return {
    attack: `response time of the waiting list${slowDisk ? ', fsync of 10 ms' : ''}`,
    cases: 2 * pairs,
    faults: Math.abs(a - b) > TELLING_MS ? [`median ${a} ms if known, ${b} ms if unknown`] : [],
    slowest: Math.max(...known, ...unknown),
    note: `p10/50/90 known ${figures(known)} ms, unknown ${figures(unknown)} ms`,
  }
}

async function ask(site: Site, n: number, email: string): Promise<number> {
  const reply = await post(site.url, 'waitlist', { email }, addressOf(n))
  if (reply.status !== 201) throw new Error(`waitlist: ${reply.status}`)
  return reply.ms
}
