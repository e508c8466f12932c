import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'

const CACHE = 'node_modules/.astro'
/** Folder of the resized pictures, which stay, because creating all of them is not part of the budget. */
const PICTURES = 'assets'

/** Measures the seconds of `npm run build` with and without the files of the previous build. */
export function measureBuild(): Figure[] {
  const warm = build()
  for (const path of ['dist', '.astro', 'node_modules/.vite']) rmSync(path, { recursive: true, force: true })
  for (const name of existsSync(CACHE) ? readdirSync(CACHE) : [])
    if (name !== PICTURES) rmSync(join(CACHE, name), { recursive: true })
  return [
    { what: 'build, warm', values: [warm], unit: 's', limit: { atMost: 12 } },
    { what: 'build, cold', values: [build()], unit: 's', limit: { atMost: 15 }, note: 'picture cache kept' },
  ]
}

function build(): number {
  const started = performance.now()
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build exited with ${status}: ${stderr}`)
  return (performance.now() - started) / 1000
}
