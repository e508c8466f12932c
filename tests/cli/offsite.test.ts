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
import { operator, setUpOperator } from './operator.ts'

const HOUR = 3_600_000

setUpOperator()
beforeEach(() => {
  vi.stubEnv('RESTIC_REPOSITORY', operator.file('ailleurs'))
  vi.stubEnv('RESTIC_PASSWORD', 'secret')
  vi.stubEnv('RESTIC_CACHE_DIR', operator.file('cache'))
})
afterEach(() => vi.unstubAllEnvs())
const run = (...words: string[]) => operator.run('offsite', words)

it.each([[], ['init', 'x'], ['trial', 'x'], ['fetch'], ['fetch', 'a', 'b'], ['nul']])(
  'hera offsite prints its usage: %s',
  async (...words) => {
    await expect(run(...words)).rejects.toThrow('Écrivez init, send, trial ou fetch avec un dossier.')
  },
)

it.each(['init', 'send', 'trial'])(
  'hera offsite %s without a repository names the file, and records no failure',
  async (word) => {
    vi.stubEnv('RESTIC_REPOSITORY', undefined)
    await expect(run(word)).rejects.toThrow('RESTIC_REPOSITORY manque dans /etc/hera/ailleurs.env.')
    for (const task of ['offsite', 'trial'] as const) expect(lastFailure(operator.db, task)).toBeUndefined()
  },
)

it('hera offsite prints how to install restic if it is missing, and records the failure', async () => {
  vi.stubEnv('PATH', operator.file('.'))
  await expect(run('send')).rejects.toThrow('restic manque : apt-get install restic')
  expect(lastFailure(operator.db, 'offsite')).toBe(operator.now.toISOString())
  await expect(run('trial')).rejects.toThrow('restic manque')
  expect(lastFailure(operator.db, 'trial')).toBe(operator.now.toISOString())
})

it('hera offsite trial rejects a copy without a lead', async () => {
  operator.db.exec(`VACUUM INTO '${operator.file('vide.sqlite')}'`)
  operator.submit('contact')
  // Called as restic --quiet restore latest --host … --tag … --target FOLDER --include PATH.
  const brings = `mkdir -p "$9\${11}" && cp ${operator.file('vide.sqlite')} "$9\${11}/hera.sqlite"`
  writeFileSync(operator.file('restic'), `#!/bin/sh\n[ "$2" != restore ] || { ${brings}; }\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${operator.file('.')}:${process.env.PATH}`)
  await expect(run('trial')).rejects.toThrow('La copie ne contient aucune demande.')
  expect(lastRun(operator.db, 'trial'), 'a successful trial').toBeUndefined()
})

it('hera offsite calls restic with these arguments', async () => {
  writeFileSync(operator.file('restic'), `#!/bin/sh\necho "$*" >> ${operator.file('calls')}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${operator.file('.')}:${process.env.PATH}`)
  mkdirSync(operator.file('release-2'))
  symlinkSync('release-2', operator.file('current'))
  await run('init')
  await run('send', operator.file('current'))
  // The fake restic restores nothing.
  await expect(run('trial')).rejects.toThrow()
  const [copy, trial] = ['copie', 'essai-distant'].map((end) => `${operator.path}.${end}`)
  expect(readFileSync(operator.file('calls'), 'utf8').trim().split('\n')).toEqual([
    '--quiet init',
    // A killed restic leaves a lock that would prevent every further copy.
    '--quiet unlock',
    // The same host name for every server, past and future.
    `--quiet backup --host hera --tag hera ${copy} ${realpathSync(operator.file('release-2'))}`,
    // By number, for the period on the privacy page; nothing is deleted without --prune.
    '--quiet forget --host hera --tag hera --group-by host,tags --keep-hourly 24 --keep-daily 14 --prune',
    '--quiet check',
    `--quiet restore latest --host hera --tag hera --target ${trial} --include ${copy}`,
  ])
})

// One test, because each call of restic takes a second to derive the key from the password.
it.skipIf(spawnSync('restic', ['version']).error)(
  'hera offsite sends copies with key, erasures and folders, encrypted, and restores them on trial and by fetch',
  async () => {
    operator.submit('contact')
    await operator.run('erase', ['personne@exemple.fr'], { yes: true })
    mkdirSync(operator.file('textes'))
    writeFileSync(operator.file('textes/accueil.md'), 'Bonjour')
    await run('init')
    await run('send')
    await run('send', operator.file('textes'))
    expect(lastRun(operator.db, 'offsite')).toBe(operator.now.toISOString())
    const inside = (folder: string) =>
      readdirSync(operator.file(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const stored = inside('ailleurs').map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    for (const bytes of stored)
      expect(bytes.includes('lea@exemple.fr') || bytes.includes('Bonjour'), 'the repository is readable').toBe(false)
    // The last copy of an hour is kept, whatever folders were sent with it.
    expect(inside('ailleurs/snapshots'), 'copies of one hour').toHaveLength(1)

    operator.submit('contact', { message: 'Depuis' })
    const before = readdirSync(operator.file('.')).sort()
    await run('trial')
    expect(operator.noted.at(-1)).toBe('La dernière copie se restaure : 1 demande.')
    expect(readdirSync(operator.file('.')).sort()).toEqual(before)
    expect([lastRun(operator.db, 'trial'), operator.count('contact_messages')]).toEqual([operator.now.toISOString(), 2])

    await run('fetch', operator.file('rapport'))
    const copy = /hera restore (\S+)/.exec(operator.noted.at(-1) ?? '')?.[1] ?? ''
    expect(existsSync(`${copy}.erasures`), 'the erasures are fetched with the copy').toBe(true)
    mkdirSync(operator.file('neuf'))
    expect(restore(operator.file('neuf/hera.sqlite'), copy, () => operator.now)).toMatchObject({ keyMissing: false })

    for (const entry of inside('ailleurs/snapshots')) rmSync(join(entry.parentPath, entry.name))
    await expect(run('trial')).rejects.toThrow('restic restore : ')
    expect(lastFailure(operator.db, 'trial')).toBe(operator.now.toISOString())
  },
  120_000,
)

describe('offsiteState', () => {
  const state = (isPublic = true) => offsiteState(operator.db, isPublic, operator.now)
  const ago = (ms: number) => new Date(operator.now.getTime() - ms)

  it('reports that no copy was ever sent if the site is public', () => {
    expect(state(false), 'state of a site that is not public').toBeUndefined()
    expect(state()?.status).toBe('warn')
    recordFailure(operator.db, 'offsite', ago(0))
    expect(state(false)).toMatchObject({ status: 'fail', sentence: 'Aucune n’est encore partie.' })
  })

  it.each([
    [3 * HOUR, 'pass'],
    [3 * HOUR + 1, 'warn'],
    [24 * HOUR, 'warn'],
    [24 * HOUR + 1, 'fail'],
  ])('of a copy sent %i ms ago: %s', (ms, status) => {
    recordRun(operator.db, 'trial', ago(0))
    recordRun(operator.db, 'offsite', ago(ms))
    expect(state()?.status).toBe(status)
  })

  it('reports failed copies, failed trials and trials that are missing or too old', () => {
    recordRun(operator.db, 'offsite', ago(0))
    expect(state()).toMatchObject({ status: 'warn', sentence: expect.stringContaining('restaurée à l’essai') })
    recordRun(operator.db, 'trial', ago(40 * 24 * HOUR))
    expect(state()?.status).toBe('pass')
    recordRun(operator.db, 'trial', ago(40 * 24 * HOUR + 1))
    expect(state()?.status).toBe('warn')
    recordRun(operator.db, 'trial', ago(0))
    recordFailure(operator.db, 'offsite', ago(0))
    expect(state()?.status).toBe('warn')
    recordFailure(operator.db, 'trial', ago(0))
    expect(state()?.status).toBe('fail')
  })
})
