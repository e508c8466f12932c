import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runHera } from './desk.ts'

/** It opens no database. */
const hera = (...args: string[]) => runHera('absent.sqlite', ...args)

describe('completion', () => {
  const complete = async (...words: string[]) => {
    const { out } = await hera('completion', 'bash')
    const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hera; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', script, 'bash', 'hera', ...words], { encoding: 'utf8' }).stdout.trim()
  }

  it('offers commands, their first words and their options, and leaves files to the shell', async () => {
    expect(await complete('doc')).toBe('doctor')
    expect(await complete('outbox', '')).toBe('list retry delete')
    expect(await complete('export', 'n')).toBe('newsletter')
    expect(await complete('export', 'newsletter', '--f')).toBe('--format')
    expect(await complete('restore', '')).toBe('')
  })

  it('names every command in each shell, and refuses another', async () => {
    const commands = [...(await hera('--help')).out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(15)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await hera('completion', shell)
      for (const command of commands) expect(out, `${shell} ${command}`).toContain(command)
    }
    expect((await hera('completion', 'csh')).code).toBe(2)
  })
})
