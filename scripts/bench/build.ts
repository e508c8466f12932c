import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'

const CACHE = 'node_modules/.astro'
/** Cut pictures lie here; the first cut of all of them is not part of the budget. */
const PICTURES = 'assets'

/** Seconds of `npm run build` with and without what the build before it left. */
export function measureBuild(): Figure[] {
  const warm = build()
  for (const path of ['dist', '.astro', 'node_modules/.vite']) rmSync(path, { recursive: true, force: true })
  for (const name of existsSync(CACHE) ? readdirSync(CACHE) : [])
    if (name !== PICTURES) rmSync(join(CACHE, name), { recursive: true })
  return [
    { what: 'build, warm', values: [warm], unit: 's', limit: { atMost: 12 } },
    { what: 'build, cold', values: [build()], unit: 's', limit: { atMost: 15 }, note: 'the cut pictures stay' },
  ]
}

function build(): number {
  const started = performance.now()
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build ended with ${status}: ${stderr}`)
  return (performance.now() - started) / 1000
}
