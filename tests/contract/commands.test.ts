import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, scratchFolder } from '../support/scratch-folder.ts'

scratchFolder()
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it.each(['start', 'test', 'dev', 'build', 'serve', 'check', 'bench', 'hera'])(
  'decisions «Commands»: npm run %s exists',
  (name) => expect(scripts).toHaveProperty(name),
)

it('each command of npm run ends at its first program that fails', () => {
  for (const program of ['astro', 'biome', 'knip', 'node', 'npm', 'vitest'])
    writeFileSync(join(folder, program), '#!/bin/sh\necho run\nexit 3\n', { mode: 0o755 })
  for (const [name, script] of Object.entries(scripts)) {
    const { status, stdout } = spawnSync('/bin/sh', ['-c', script], { env: { PATH: folder }, encoding: 'utf8' })
    expect([status, stdout], `exit code and programs of npm run ${name}`).toEqual([3, 'run\n'])
  }
})
