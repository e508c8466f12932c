/**
 * Measures the built site against its budgets, prints each part once it is measured and writes every run to bench.json.
 * Build first (`npm run bench` does). --only=pages,felt measures only these parts. Exits with 1 if a part could not be
 * measured, but not for a missed limit.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { measureBuild } from './bench/build.ts'
import { measureFelt } from './bench/felt.ts'
import { type Figure, table } from './bench/figure.ts'
import { measureFirstVisit } from './bench/first-visit.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { measureMemory, measureStart } from './bench/process.ts'
import { measurePages, measureSubmissions } from './bench/rate.ts'
import { measureSizes } from './bench/size.ts'

const PARTS: Record<string, () => Promise<Figure[]> | Figure[]> = {
  build: measureBuild,
  start: measureStart,
  memory: measureMemory,
  pages: measurePages,
  submissions: measureSubmissions,
  size: measureSizes,
  visit: measureFirstVisit,
  felt: measureFelt,
  lighthouse: measureLighthouse,
}

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })
const [load = 0] = loadavg()
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
console.log(machine)
console.log(`Other programs used ${load.toFixed(1)} cores at the start; figures of a busy machine are unreliable.`)
const figures: Figure[] = []
const failures: string[] = []
for (const name of options.only?.split(',') ?? Object.keys(PARTS)) {
  console.error(`\nmeasuring ${name} …`)
  try {
    const measure = PARTS[name]
    if (!measure) throw new Error(`unknown part; the parts are ${Object.keys(PARTS).join(', ')}`)
    const measured = await measure()
    figures.push(...measured)
    console.log(table(measured))
  } catch (error) {
    failures.push(`${name} not measured: ${error instanceof Error ? error.message : error}`)
    console.log(failures.at(-1))
  }
  writeFileSync('bench.json', `${JSON.stringify({ machine, load, figures, failures }, null, 2)}\n`)
}
console.log(`\n${Math.round(performance.now() / 1000)} s`)
process.exit(failures.length > 0 ? 1 : 0)
