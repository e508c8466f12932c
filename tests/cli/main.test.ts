import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { UsageError } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { doctor } from '../../src/cli/doctor.ts'
import { loadSettings, requireNode } from '../../startup.mjs'
import { createDatabaseFile } from '../support/memory-database.ts'
import { PROGRAM_ENV } from '../support/site.ts'
import { hera, installation, runHeraWith, setUpInstallation } from './installation.ts'

setUpInstallation()
afterEach(() => vi.restoreAllMocks())

/** Runs a command that fails with an error. */
const failing = (error: unknown) => {
  vi.spyOn(doctor, 'run').mockImplementation(() => {
    throw error
  })
  return installation.run('doctor')
}
const withCode = (code: string) => Object.assign(new Error('refused'), { code })

it.each([
  ['22.23.4', [[1]]],
  ['22.23.5', []],
])('requireNode exits on a Node version that is too old: %s', (version, exits) => {
  vi.spyOn(process.versions, 'node', 'get').mockReturnValue(version)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  requireNode()
  expect(exit.mock.calls).toEqual(exits)
  expect(said.mock.calls.join()).toMatch(exits.length > 0 ? RegExp(`celui-ci est ${version}.*hera -- …`) : /^$/)
})

it('loadSettings exits with a sentence if .env cannot be read, such as a folder', () => {
  vi.stubEnv('NO_ENV_FILE', '')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  loadSettings(new URL('.', pathToFileURL(installation.path)))
  vi.unstubAllEnvs()
  expect([exit.mock.calls, said.mock.calls.join()]).toEqual([[[1]], expect.stringContaining('ne peut pas être lu')])
})

describe('the first argument', () => {
  it.each(['help', '--help', '-h'])('can be help, of all commands: %s', async (words) => {
    const help = /^Hera, les demandes du site\. Emploi : hera <commande> \[options\]\n\n {2}desk +Donne un lien/
    expect(await installation.run(words)).toEqual({ code: 0, err: '', out: expect.stringMatching(help) })
  })

  it.each(Object.keys(commands))('can be %s, whose --help has an example', async (name) => {
    const out = expect.stringMatching(new RegExp(`^hera ${name}( .*)?\n\n[\\s\\S]*\n {2}hera ${name}`))
    expect(await installation.run(name, '--help')).toMatchObject({ code: 0, out })
  })

  it('must be one of the nine commands', async () => {
    expect(Object.keys(commands)).toHaveLength(9)
    for (const name of ['nul', 'constructor', '--nul'])
      expect(await installation.run(name)).toEqual({
        ...{ code: 2, out: '' },
        err: `« ${name} » n’est pas une commande. Pour les voir toutes : hera --help\n`,
      })
    expect((await installation.run('bakup')).err).toContain('la plus proche est backup')
    expect(await installation.run()).toMatchObject({ code: 2, out: expect.stringContaining('Emploi : hera') })
  })
})

describe('arguments and options', () => {
  it.each([
    [['person', 'x', 'y'], '« y » est de trop.'],
    [['export', 'contact', '--nul'], 'L’option --nul n’est pas comprise ici.'],
    [['erase', 'lea@exemple.fr', '--yes=1'], 'L’option --yes ne prend pas de valeur.'],
  ])('%j are rejected: %s', async (words, sentence) => {
    const { code, out, err } = await installation.run(...words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe(`${sentence} Pour des exemples : hera ${words[0]} --help\n`)
  })

  it('are checked before the environment, and that before the database', async () => {
    const env = { DATABASE_PATH: installation.file('absent.sqlite'), PORT: 'abc' }
    expect((await runHeraWith(env, 'export', 'contact', '--nul')).code, 'exit code').toBe(2)
    expect(await runHeraWith(env, 'export', 'contact')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^PORT doit/),
    })
    const missing = { code: 1, err: expect.stringContaining(`${env.DATABASE_PATH} n’existe pas`) }
    expect(await runHeraWith({ ...env, PORT: '' }, 'export', 'contact')).toMatchObject(missing)
    expect(existsSync(env.DATABASE_PATH), 'a database is created').toBe(false)
  })
})

const aborted = Object.assign(new Error('Aborted with Ctrl+C'), { code: 'ABORT_ERR' })
it.each([
  ['of the database in French', withCode('SQLITE_FULL'), 1, /ne peut pas grandir : le disque est plein\./],
  ['of usage', new UsageError('Écrivez oui.'), 2, /^Écrivez oui\. Pour des exemples : hera doctor --help\n$/],
  ['of Ctrl+C', aborted, 1, /^Interrompu\.\n$/],
  ['but not that the next program closed the pipe', withCode('EPIPE'), 0, /^$/],
])('a command that fails prints an error %s', async (_, error, code, said) => {
  expect(await failing(error)).toEqual({ code, out: '', err: expect.stringMatching(said) })
})

it.runIf(existsSync('/dev/full'))(
  'hera export says in a process of its own that the disk of its output is full',
  () => {
    installation.submit('contact')
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, ['hera.mjs', 'export', 'contact'], {
      env: { ...PROGRAM_ENV, DATABASE_PATH: installation.path },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(stderr).toContain('Le disque est plein')
    expect(stderr).not.toContain('1 envoi')
    expect(status, 'exit code').toBe(1)
  },
)

it.runIf(process.getuid?.() === 0)(
  'a command of root works as the owner of the database, and leaves no file of root',
  () => {
    const OWNER = 65_534
    // Beside the temporary folder of the tests, which only root may enter.
    const folder = mkdtempSync(join(tmpdir(), '../hera-owner-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'hera.sqlite')
    createDatabaseFile(path)
    for (const each of [folder, path]) chownSync(each, OWNER, OWNER)
    expect(hera(path, 'backup')).toMatchObject({ code: 0 })
    const owners = readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, String(name))).uid)
    expect(owners.length, 'files of the database and its copy').toBeGreaterThan(2)
    expect(new Set(owners)).toEqual(new Set([OWNER]))
    chmodSync(path, 0o400)
    expect(hera(path, 'doctor').out, 'of a database that can only be read').toMatch(/✗ .*pas accès à ce fichier/)
  },
)
