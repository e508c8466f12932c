import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lastFailure, lastRun, recordFailure, recordRun } from '../../src/server/database/last-runs.ts'
import { restore } from '../../src/server/operations/backup/restore.ts'
import { offsiteState } from '../../src/server/operations/state/copies-state.ts'
import { freshOffice, office } from './office.ts'

const HOUR = 3_600_000

freshOffice()
beforeEach(() => {
  vi.stubEnv('RESTIC_REPOSITORY', office.file('ailleurs'))
  vi.stubEnv('RESTIC_PASSWORD', 'secret')
  vi.stubEnv('RESTIC_CACHE_DIR', office.file('cache'))
})
afterEach(() => vi.unstubAllEnvs())
const run = (...words: string[]) => office.run('offsite', words)

it.each([[], ['init', 'x'], ['trial', 'x'], ['fetch'], ['fetch', 'a', 'b'], ['nul']])(
  'says how it is called: %s',
  async (...words) => {
    await expect(run(...words)).rejects.toThrow('Écrivez init, send, trial ou fetch avec un dossier.')
  },
)

it('says what to install where restic is missing, and the state shows that nothing left', async () => {
  vi.stubEnv('PATH', office.file('.'))
  await expect(run('send')).rejects.toThrow('restic manque : apt-get install restic')
  expect(lastFailure(office.db, 'offsite')).toBe(office.now.toISOString())
  await expect(run('trial')).rejects.toThrow('restic manque')
  expect(lastFailure(office.db, 'trial')).toBe(office.now.toISOString())
})

it('takes no copy without a single lead for a good one', async () => {
  office.db.exec(`VACUUM INTO '${office.file('vide.sqlite')}'`)
  office.submit('contact')
  // Called as restic --quiet restore latest --host … --tag … --target FOLDER --include PATH.
  const brings = `mkdir -p "$9\${11}" && cp ${office.file('vide.sqlite')} "$9\${11}/hera.sqlite"`
  writeFileSync(office.file('restic'), `#!/bin/sh\n[ "$2" != restore ] || { ${brings}; }\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${office.file('.')}:${process.env.PATH}`)
  await expect(run('trial')).rejects.toThrow('La copie ne contient aucune demande.')
  expect(lastRun(office.db, 'trial'), 'a trial that went well').toBeUndefined()
})

it('calls restic so and not otherwise', async () => {
  writeFileSync(office.file('restic'), `#!/bin/sh\necho "$*" >> ${office.file('calls')}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${office.file('.')}:${process.env.PATH}`)
  mkdirSync(office.file('release-2'))
  symlinkSync('release-2', office.file('current'))
  await run('init')
  await run('send', office.file('current'))
  // The pretended restic brings nothing.
  await expect(run('trial')).rejects.toThrow()
  const [copy, trial] = ['copie', 'essai-distant'].map((end) => `${office.path}.${end}`)
  expect(readFileSync(office.file('calls'), 'utf8').trim().split('\n')).toEqual([
    '--quiet init',
    // A restic that was killed leaves a lock, and no copy would leave any more.
    '--quiet unlock',
    // One name for every machine that the house ever has.
    `--quiet backup --host hera --tag hera ${copy} ${realpathSync(office.file('release-2'))}`,
    // By number, for as long as the privacy page says; without --prune nothing is erased.
    '--quiet forget --host hera --tag hera --group-by host,tags --keep-hourly 24 --keep-daily 14 --prune',
    '--quiet check',
    `--quiet restore latest --host hera --tag hera --target ${trial} --include ${copy}`,
  ])
})

// One story: each call of restic takes its second, to make the password hard to guess.
it.skipIf(spawnSync('restic', ['version']).error)(
  'copies leave with key, erasures and folders, encrypted, come back, and are restored on trial',
  async () => {
    office.submit('contact')
    await office.run('erase', ['personne@exemple.fr'], { yes: true })
    mkdirSync(office.file('textes'))
    writeFileSync(office.file('textes/accueil.md'), 'Bonjour')
    await run('init')
    await run('send')
    await run('send', office.file('textes'))
    expect(lastRun(office.db, 'offsite')).toBe(office.now.toISOString())
    const inside = (folder: string) =>
      readdirSync(office.file(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const stored = inside('ailleurs').map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    for (const bytes of stored)
      expect(bytes.includes('lea@exemple.fr') || bytes.includes('Bonjour'), 'what left can be read').toBe(false)
    // The last of an hour stays, whatever folders went with it.
    expect(inside('ailleurs/snapshots'), 'copies of one hour').toHaveLength(1)

    office.submit('contact', { message: 'Depuis' })
    const before = readdirSync(office.file('.')).sort()
    await run('trial')
    expect(office.noted.at(-1)).toBe('La dernière copie se restaure : 1 demande.')
    expect(readdirSync(office.file('.')).sort()).toEqual(before)
    expect([lastRun(office.db, 'trial'), office.count('contact_messages')]).toEqual([office.now.toISOString(), 2])

    await run('fetch', office.file('rapport'))
    const copy = /hera restore (\S+)/.exec(office.noted.at(-1) ?? '')?.[1] ?? ''
    expect(existsSync(`${copy}.erasures`), 'the erasures came with the copy').toBe(true)
    mkdirSync(office.file('neuf'))
    expect(restore(office.file('neuf/hera.sqlite'), copy, () => office.now)).toMatchObject({ keyMissing: false })

    for (const entry of inside('ailleurs/snapshots')) rmSync(join(entry.parentPath, entry.name))
    await expect(run('trial')).rejects.toThrow('restic restore : ')
    expect(lastFailure(office.db, 'trial')).toBe(office.now.toISOString())
  },
  120_000,
)

describe('the state', () => {
  const state = (isPublic = true) => offsiteState(office.db, isPublic, office.now)
  const ago = (ms: number) => new Date(office.now.getTime() - ms)

  it('says that none ever left, where others rely on the site', () => {
    expect(state(false), 'state of a site on which nobody relies').toBeUndefined()
    expect(state()?.status).toBe('warn')
    recordFailure(office.db, 'offsite', ago(0))
    expect(state(false)).toMatchObject({ status: 'fail', sentence: 'Aucune n’est encore partie.' })
  })

  it.each([
    [3 * HOUR, 'pass'],
    [3 * HOUR + 1, 'warn'],
    [24 * HOUR, 'warn'],
    [24 * HOUR + 1, 'fail'],
  ])('of a copy that left %i ms ago: %s', (ms, status) => {
    recordRun(office.db, 'trial', ago(0))
    recordRun(office.db, 'offsite', ago(ms))
    expect(state()?.status).toBe(status)
  })

  it('says that one failed, that none was tried, and for how long', () => {
    recordRun(office.db, 'offsite', ago(0))
    expect(state()).toMatchObject({ status: 'warn', sentence: expect.stringContaining('restaurée à l’essai') })
    recordRun(office.db, 'trial', ago(40 * 24 * HOUR))
    expect(state()?.status).toBe('pass')
    recordRun(office.db, 'trial', ago(40 * 24 * HOUR + 1))
    expect(state()?.status).toBe('warn')
    recordRun(office.db, 'trial', ago(0))
    recordFailure(office.db, 'offsite', ago(0))
    expect(state()?.status).toBe('warn')
    recordFailure(office.db, 'trial', ago(0))
    expect(state()?.status).toBe('fail')
  })
})
