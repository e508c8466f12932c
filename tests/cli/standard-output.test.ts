import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROGRAM_ENV } from '../site.ts'
import { openDesk } from './desk.ts'

/** What only a process of its own shows: an output that takes nothing. */
let desk: ReturnType<typeof openDesk>
beforeAll(() => {
  desk = openDesk()
  desk.submit('contact', { name: '=HYPERLINK("x")', message: 'Un ; deux\nTrois "quatre"' })
  desk.submit('contact', { name: 'Zoé' }, { day: '2020-01-07' })
})
afterAll(() => desk.close())

it.runIf(existsSync('/dev/full')).each(['export', 'list'])(
  '%s says that the disk is full, and that it failed',
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
