import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { doctor } from '../../src/cli/doctor.ts'
import { commandHelp } from '../../src/cli/help.ts'
import { main } from '../../src/cli/main.ts'
import { requireNode } from '../../startup.mjs'
import { installation, runHeraWith, setUpInstallation } from './installation.ts'

setUpInstallation()
afterEach(() => vi.restoreAllMocks())

/** Runs a command that fails with an error. */
const failing = (error: unknown) => {
  vi.spyOn(doctor, 'run').mockImplementation(() => {
    throw error
  })
  return installation.run('doctor')
}
const withCode = (code: string, more = {}) => Object.assign(new Error('refused'), { code, ...more })

it.each([
  ['21.9.0', [[1]]],
  ['22.23.4', [[1]]],
  ['22.23.5', []],
  ['24.0.0', []],
])('requireNode exits on a Node version that is too old: %s', (version, exits) => {
  vi.spyOn(process.versions, 'node', 'get').mockReturnValue(version)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  requireNode()
  expect(exit.mock.calls).toEqual(exits)
  expect(said.mock.calls.join()).toMatch(exits.length > 0 ? RegExp(`celui-ci est ${version}.*hera -- …`) : /^$/)
})

describe('the first argument', () => {
  it('can be help, of all commands or of one', async () => {
    for (const words of [['help'], ['--help'], ['-h'], ['help', 'nul'], ['help', 'constructor']]) {
      const { code, out, err } = await installation.run(...words)
      expect([code, err], words.join(' ')).toEqual([0, ''])
      expect(out).toMatch(
        /^Hera, les demandes du site\. Emploi : hera <commande> \[options\]\n\n {2}desk +Donne un lien/,
      )
    }
    const help = /^hera erase <e-mail> \[--yes\]\n\nEfface .*\n {2}hera erase [^\n]*\n$/s
    for (const words of [
      ['help', 'erase'],
      ['erase', '--help'],
      ['erase', '-h', 'x', 'y'],
    ])
      expect(await installation.run(...words)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(help) })
    expect((await installation.run('doctor', '--help')).out).toMatch(/^hera doctor \[--new-key\]\n\nExamine/)
  })

  it('can be help with examples of every command', async () => {
    const { out } = await installation.run('--help')
    for (const [name, command] of Object.entries(commands)) {
      expect(out).toContain(`  ${name}`)
      const examples = commandHelp(name, command)
        .split('\n')
        .slice(1)
        .filter((line) => /^ *(npx )?hera /.test(line))
      expect(examples[0], name).toMatch(new RegExp(`^  (npx )?hera ${name}`))
      for (const line of examples) expect(line, name).toMatch(/^ {2}/)
    }
  })

  it('is required: without it, hera prints help and fails', async () => {
    expect(await installation.run()).toMatchObject({
      code: 2,
      out: expect.stringContaining('Emploi : hera <commande>'),
    })
  })

  it('must be a command', async () => {
    for (const name of ['nul', 'constructor', '--nul'])
      expect(await installation.run(name)).toEqual({
        code: 2,
        out: '',
        err: `« ${name} » n’est pas une commande. Pour les voir toutes : hera --help\n`,
      })
  })

  it('can be --version', async () => {
    const { code, out } = await installation.run('--version')
    expect(code, 'exit code').toBe(0)
    expect(out).toMatch(/^Hera \d+\.\d+\.\d+, base de données \d+, Node \d+\./)
  })
})

describe('arguments and options', () => {
  it.each([
    [['person', 'x', 'y'], '« y » est de trop.'],
    [['doctor', 'x'], '« x » est de trop.'],
    [['export', 'contact', '--nul'], 'L’option --nul n’est pas comprise ici.'],
    [['export', 'contact', '-x'], 'L’option -x n’est pas comprise ici.'],
    [['export', 'contact', '--help=1'], 'L’option --help ne prend pas de valeur.'],
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
    expect(await runHeraWith({ ...env, PORT: '' }, 'export', 'contact')).toMatchObject({
      code: 1,
      err: `${env.DATABASE_PATH} n’existe pas : démarrez Hera une fois, ou vérifiez DATABASE_PATH.\n`,
    })
    expect(existsSync(env.DATABASE_PATH), 'a database is created').toBe(false)
  })
})

describe('a command that fails', () => {
  it('prints a known error in French', async () => {
    expect(await failing(withCode('SQLITE_FULL'))).toMatchObject({
      code: 1,
      err: `${installation.path} ne peut pas grandir : le disque est plein. Faites de la place.\n`,
    })
    expect(await failing(withCode('ECONNRESET'))).toMatchObject({ code: 1, err: 'refused\n' })
    expect(await failing(new UsageError('Écrivez oui.'))).toMatchObject({
      code: 2,
      err: 'Écrivez oui. Pour des exemples : hera doctor --help\n',
    })
  })

  it('throws a programming error with its stack', async () => {
    await expect(failing(new TypeError('mistake'))).rejects.toThrow('mistake')
    await expect(failing('mistake')).rejects.toBe('mistake')
  })

  it('succeeds if the next program closed the pipe', async () => {
    expect(await failing(withCode('EPIPE'))).toEqual({ code: 0, out: '', err: '' })
  })

  it('says in French that Ctrl+C ended it at a question', async () => {
    const aborted = Object.assign(new Error('Aborted with Ctrl+C'), { code: 'ABORT_ERR' })
    expect(await failing(aborted)).toMatchObject({ code: 1, err: 'Interrompu.\n' })
  })

  it('leaves no journal open', async () => {
    installation.db.close()
    await installation.run('doctor')
    expect(existsSync(`${installation.path}-wal`), 'a journal after doctor').toBe(false)
    await installation.run('person', 'personne@exemple.fr')
    expect(existsSync(`${installation.path}-wal`), 'a journal after a command that failed').toBe(false)
  })
})

it('hera succeeds if the next program closes the pipe, fails if its output breaks, and ignores stderr', async () => {
  const streams = [process.stdout, process.stderr]
  const before = streams.map((stream) => stream.listeners('error'))
  const added = () =>
    streams.map((stream, i) => stream.listeners('error').filter((listener) => !before[i]?.includes(listener)))
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as () => never)
  expect(await main(['--version'], {}), 'exit code').toBe(0)
  expect(written.mock.calls.join()).toContain('Hera ')
  const [out = [], err = []] = added()
  for (const error of [withCode('EPIPE'), withCode('EIO')]) for (const listener of [...out, ...err]) listener(error)
  expect({ out: out.length, err: err.length, exits: exit.mock.calls }).toEqual({ out: 1, err: 1, exits: [[0], [1]] })
  for (const [i, stream] of streams.entries())
    for (const listener of added()[i] ?? []) stream.off('error', listener as () => void)
})
