import { memoryOf } from '../../tests/attacks/attack.ts'
import { openSite } from '../../tests/support/site.ts'
import type { Figure } from './figure.ts'
import { traffic } from './visits.ts'

const STARTS = 5
const VISITS = { seconds: 30, perSecond: 150 }

/** Measures the milliseconds from the start of the process to its first page, with a new database. */
export async function measureStart(): Promise<Figure[]> {
  const values: number[] = []
  for (let run = 0; run < STARTS; run++) {
    const started = performance.now()
    const site = await openSite()
    const { ok } = await fetch(site.url)
    values.push(performance.now() - started)
    await site.close()
    if (!ok) throw new Error('the first response was not a page')
  }
  return [{ what: 'start, until the first page', values, unit: 'ms', limit: { atMost: 1000 } }]
}

/** Measures the peak resident memory of the server under requests for pages, forms and presence. */
export async function measureMemory(): Promise<Figure[]> {
  const site = await openSite({ TRUSTED_PROXIES: '1' })
  try {
    const faults = await traffic(site, VISITS.seconds, VISITS.perSecond)
    if (faults[0]) throw new Error(`${faults.length} visits failed, the first with ${faults[0]}`)
    const note = `most in ${VISITS.seconds} s of ${VISITS.perSecond} pages, forms and signs of presence a second`
    return [{ what: 'memory', values: [memoryOf(site.process.pid, 'VmHWM')], unit: 'MB', limit: { atMost: 160 }, note }]
  } finally {
    await site.close()
  }
}
