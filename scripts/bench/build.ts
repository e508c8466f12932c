import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from './line.ts'
import { withFolder } from './scratch.ts'
import { TARGETS } from './targets.ts'

/** What a build leaves for the next one, and what it makes. */
const LEFT = ['node_modules/.astro', 'node_modules/.vite', '.astro', 'dist']

/** Times `npm run build` with what an earlier one left, and without. */
export async function measureBuild(runs: number): Promise<Line[]> {
  const warm: number[] = []
  const cold: number[] = []
  for (let run = 0; run < runs; run++) {
    warm.push(build())
    cold.push(await withoutLeftovers(build))
  }
  return [
    { part: 'build', what: 'warm', unit: 's', values: warm, target: TARGETS.buildWarm },
    { part: 'build', what: 'cold', unit: 's', values: cold, target: TARGETS.buildCold },
  ]
}

function build(): number {
  const started = performance.now()
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build ended with ${status}: ${stderr}`)
  return (performance.now() - started) / 1000
}

/** Puts aside what earlier builds left, and back afterwards, so that a build that fails leaves the site as it was. */
function withoutLeftovers(work: () => number): Promise<number> {
  return withFolder(async (aside) => {
    const moved = LEFT.filter((path) => existsSync(path)).map((path, n) => ({ path, kept: join(aside, String(n)) }))
    for (const { path, kept } of moved) renameSync(path, kept)
    try {
      return work()
    } finally {
      for (const { path, kept } of moved) {
        rmSync(path, { recursive: true, force: true })
        renameSync(kept, path)
      }
    }
  })
}
