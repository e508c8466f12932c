import { setTimeout as sleep } from 'node:timers/promises'
import { peakMemory, residentMemory } from '../../tests/attacks/attack.ts'
import { traffic } from '../../tests/attacks/load.ts'
import { openSite } from '../../tests/site.ts'
import type { Line } from './line.ts'
import { askForPage, CONNECTIONS } from './load.ts'
import { hasProc } from './pin.ts'
import { TARGETS } from './targets.ts'

const REST_MS = 2000
const PAGES_SECONDS = 5
const MIXED = { seconds: 20, perSecond: 150 }

/** Resident memory of the server at rest, and its largest under load, since its start. */
export async function measureMemory(runs: number): Promise<Line[]> {
  if (!hasProc) return [{ part: 'memory', what: 'not measured', unit: 'MB', values: [], note: 'no /proc here' }]
  const found = { rest: [] as number[], started: [] as number[], pages: [] as number[], mixed: [] as number[] }
  for (let run = 0; run < runs; run++) {
    const site = await openSite({ TRUSTED_PROXIES: '1' })
    const { pid } = site.process
    try {
      await sleep(REST_MS)
      found.rest.push(residentMemory(pid))
      found.started.push(peakMemory(pid))
      await askForPage(`${site.url}/`, PAGES_SECONDS)
      found.pages.push(peakMemory(pid))
      const { faults } = await traffic(site, MIXED.seconds, MIXED.perSecond)
      if (faults.length > 0) throw new Error(`mixed visits: ${faults.length} failed, the first with ${faults[0]}.`)
      found.mixed.push(peakMemory(pid))
    } finally {
      await site.close()
    }
  }
  const line = (what: string, values: number[], rest: Partial<Line> = {}): Line => ({
    part: 'memory',
    what,
    unit: 'MB',
    values,
    ...rest,
  })
  return [
    line('at rest', found.rest),
    line('most until then', found.started),
    line('most, pages', found.pages, {
      target: TARGETS.memory,
      note: `${CONNECTIONS} connections, ${PAGES_SECONDS} s`,
    }),
    line('most, mixed visits', found.mixed, {
      target: TARGETS.memory,
      note: `then ${MIXED.perSecond} pages, forms and signs of presence a second, ${MIXED.seconds} s`,
    }),
  ]
}
