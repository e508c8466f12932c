import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROGRAM_ENV } from '../support/site.ts'
import { openInstallation } from './installation.ts'

/** Needs a process, because its standard output must be a full disk. */
let desk: ReturnType<typeof openInstallation>
beforeAll(() => {
  desk = openInstallation()
  desk.submit('contact', { name: '=HYPERLINK("x")', message: 'Un ; deux\nTrois "quatre"' })
  desk.submit('contact', { name: 'Zoé' }, { day: '2020-01-07' })
})
afterAll(() => desk.close())

it.runIf(existsSync('/dev/full')).each(['export'])(
  'hera %s fails and prints that the disk of its output is full',
  (name) => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, ['hera.mjs', name, 'contact'], {
      env: { ...PROGRAM_ENV, DATABASE_PATH: desk.path },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(stderr).toContain('Le disque est plein')
    expect(stderr).not.toContain('2 envois')
    expect(status, 'exit code').toBe(1)
  },
)
