import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createCompletion } from '../../src/cli/completion.ts'
import { runHera } from './installation.ts'
import { openOperator } from './operator.ts'

/** Opens no database. */
const hera = (...args: string[]) => runHera('absent.sqlite', ...args)

describe('completion', () => {
  const complete = async (...words: string[]) => {
    const { out } = await hera('completion', 'bash')
    const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hera; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', script, 'bash', 'hera', ...words], { encoding: 'utf8' }).stdout.trim()
  }

  it('offers commands, their first words and options, and leaves files to the shell', async () => {
    expect(await complete('doc')).toBe('doctor')
    expect(await complete('mail', '')).toBe('test retry alert')
    expect(await complete('export', 'n')).toBe('newsletter')
    expect(await complete('export', 'newsletter', '--f')).toBe('--format')
    expect(await complete('restore', '')).toBe('')
    expect((await hera('completion', 'csh')).code, 'exit code of another shell').toBe(2)
  })

  it('reads words from the usage of a command, and escapes special characters of the shell', async () => {
    const command = { help: '', run: () => undefined }
    const options = { all: { type: 'boolean' }, to: { type: 'string' } } as const
    const made = createCompletion(() => ({
      essai: { ...command, summary: "L'essai : court", usage: '[list] | retry [numéro] | FICHIER | x|y', options },
      liste: { ...command, summary: 'La liste', usage: '<formulaire> [--all]' },
      seul: { ...command, summary: 'Seul', usage: '[--all]' },
    }))
    const { context, printed, close } = openOperator()
    for (const shell of ['bash', 'zsh', 'fish']) await made.run(context, { positionals: [shell], values: {} })
    close()
    const [bash = '', zsh = '', fish = ''] = printed
    expect(bash).toContain(`    essai) words="list retry" options="--all --to --help" ;;
    liste) words="waitlist newsletter contact partnership ambassador withdrawal quote" options="--help" ;;
    seul) words="" options="--help" ;;
  esac`)
    expect(bash).toContain('then words="essai liste seul"\n')
    expect(zsh).toContain(`    'essai:L'\\''essai \\: court'\n    'liste:La liste'\n    'seul:Seul'\n  )`)
    expect(zsh).toContain('    essai) first=(list retry) options=(--all --to --help) ;;\n    liste) first=(waitlist ')
    expect(fish.split('\n').filter((line) => !line.includes('liste'))).toEqual([
      `complete -c hera -n __fish_use_subcommand -f -a essai -d 'L'\\''essai : court'`,
      `complete -c hera -n '__fish_seen_subcommand_from essai; and test (count (commandline -opc)) -eq 2' -f -a 'list retry'`,
      `complete -c hera -n '__fish_seen_subcommand_from essai' -l all`,
      `complete -c hera -n '__fish_seen_subcommand_from essai' -l to`,
      `complete -c hera -n '__fish_seen_subcommand_from essai' -l help`,
      `complete -c hera -n __fish_use_subcommand -f -a seul -d 'Seul'`,
      `complete -c hera -n '__fish_seen_subcommand_from seul' -l help`,
    ])
  })
})
