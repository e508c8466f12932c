import { valid } from '../samples.ts'
import { openSite } from '../site.ts'
import { addressOf, type Finding, inParallel, percentile, post, send } from './attack.ts'
import { injectFaults } from './sick-disk.ts'

/** Sends concurrent submissions while strace delays fsync; measures submissions per second and page times. */
export async function attackSlowDisk(submissions: number, atOnce: number, fsyncMs: number): Promise<Finding> {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  const heal = await injectFaults(site.process.pid as number, `fsync,fdatasync:delay_enter=${fsyncMs * 1000}`)
  const latencies: number[] = []
  const faults: string[] = []
  const readings: number[] = []
  let over = false
  const reader = (async () => {
    while (!over) {
      readings.push((await send(`${site.url}/terms`)).ms)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const started = performance.now()
  await inParallel(submissions, atOnce, async (n) => {
    const { status, ms } = await post(
      site.url,
      'contact',
      { ...valid.contact, email: `n${n}@exemple.fr` },
      addressOf(n),
    )
    latencies.push(ms)
    if (status !== 201) faults.push(`unexpected status ${status}`)
  })
  const perSecond = submissions / ((performance.now() - started) / 1000)
  over = true
  await reader
  await heal()
  await site.close()
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(readings, share).toFixed(0))
  return {
    attack: `fsync of ${fsyncMs} ms, ${atOnce} concurrent submissions`,
    cases: submissions,
    faults,
    slowest: Math.max(...latencies),
    note: `${perSecond.toFixed(0)} stored per second; page p50/99 ${p50}/${p99} ms`,
  }
}
