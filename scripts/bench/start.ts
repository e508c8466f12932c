import { send } from '../../tests/attacks/attack.ts'
import { openSite } from '../../tests/site.ts'
import type { Line } from './line.ts'
import { TARGETS } from './targets.ts'

/** From the start of the process to the first page that it has answered, with a new database. */
export async function measureStart(runs: number): Promise<Line[]> {
  const values: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    const site = await openSite()
    const { status } = await send(`${site.url}/`)
    values.push(performance.now() - started)
    await site.close()
    if (status !== 200) throw new Error(`the first answer was ${status}.`)
  }
  return [{ part: 'start', what: 'to the first answer', unit: 'ms', values, target: TARGETS.start }]
}
