/**
 * Measures the built site and prints one table. Build first (`npm run bench` does). --runs=3 sets how often each figure
 * is taken, --only=weight,rate what is measured, --routes=/faq,/terms where, --seen adds every route with the splash
 * seen, --json=FILE where the figures go. Ends with 1 only when something could not be measured truthfully.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pageRoutes } from '../tests/routes.ts'
import { measureBuild } from './bench/build.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { isMet, type Line, median } from './bench/line.ts'
import { describeMachine } from './bench/machine.ts'
import { measureMemory } from './bench/memory.ts'
import { measurePages } from './bench/rate.ts'
import { measureStart } from './bench/start.ts'
import { measureSubmissions } from './bench/submissions.ts'
import { table } from './bench/table.ts'
import { measureWeight } from './bench/weight.ts'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    routes: { type: 'string' },
    seen: { type: 'boolean', default: false },
    json: { type: 'string', default: 'bench.json' },
  },
})
const runs = Number(options.runs)
const routes = options.routes?.split(',') ?? pageRoutes()

const PARTS: Record<string, () => Promise<Line[]>> = {
  build: () => measureBuild(runs),
  start: () => measureStart(runs),
  rate: () => measurePages(runs),
  submissions: () => measureSubmissions(runs),
  memory: () => measureMemory(runs),
  weight: () => measureWeight(routes),
  lighthouse: () => measureLighthouse(routes, runs, options.seen),
}

/** Measures what was asked for, one part after the other; gives 1 when one of them failed. */
async function run(): Promise<number> {
  const machine = describeMachine(runs)
  const lines: Line[] = []
  const failures: string[] = []
  for (const name of options.only?.split(',') ?? Object.keys(PARTS)) {
    console.error(`${new Date().toISOString()} ${name}`)
    try {
      const measure = PARTS[name]
      if (!measure) throw new Error(`there is no such part, but ${Object.keys(PARTS).join(', ')}.`)
      lines.push(...(await measure()))
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
  }
  const figures = lines.map((line) => ({ ...line, median: median(line.values), met: isMet(line) }))
  writeFileSync(options.json, `${JSON.stringify({ machine, failures, figures }, null, 2)}\n`)
  for (const [name, value] of Object.entries(machine)) console.log(`${name}: ${value}`)
  console.log(`\n${table(lines)}`)
  for (const failure of failures) console.log(`NOT MEASURED  ${failure}`)
  return failures.length > 0 ? 1 : 0
}

process.exit(await run())
