/**
 * Measures the built site against its budgets, prints one table and writes every run to bench.json. Build first
 * (`npm run bench` does). --only=pages,felt measures only these parts. Exits with 1 if a part could not be measured,
 * but not for a missed limit.
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
const figures: Figure[] = []
const failures: string[] = []
for (const name of options.only?.split(',') ?? Object.keys(PARTS)) {
  console.error(`measuring ${name} …`)
  try {
    const measure = PARTS[name]
    if (!measure) throw new Error(`unknown part; the parts are ${Object.keys(PARTS).join(', ')}`)
    figures.push(...(await measure()))
  } catch (error) {
    failures.push(`${name} not measured: ${error instanceof Error ? error.message : error}`)
  }
}
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
writeFileSync('bench.json', `${JSON.stringify({ machine, load, figures, failures }, null, 2)}\n`)
console.log(machine)
console.log(`Other programs used ${load.toFixed(1)} cores at the start; figures of a busy machine are unreliable.\n`)
console.log(table(figures))
for (const failure of failures) console.log(failure)
process.exit(failures.length > 0 ? 1 : 0)
