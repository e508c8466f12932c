import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { commandHelp } from '../../src/cli/help.ts'
import { openDesk } from './desk.ts'

let desk: ReturnType<typeof openDesk>
beforeAll(() => {
  desk = openDesk()
})
afterAll(() => desk.close())

describe('help and mistakes', () => {
  it('teaches every command by example', async () => {
    const { code, out } = await desk.run('--help')
    expect(code).toBe(0)
    for (const [name, command] of Object.entries(commands)) {
      expect(out).toContain(`  ${name}`)
      const examples = commandHelp(name, command)
        .split('\n')
        .slice(1)
        .filter((line) => /^ *(npx )?hera /.test(line))
      expect(examples[0], name).toMatch(new RegExp(`^  (npx )?hera ${name}`))
      expect(
        examples.filter((line) => !line.startsWith('  ')),
        name,
      ).toEqual([])
    }
    expect(await desk.run('erase', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('--yes') })
  })

  it('answers 2 to what it does not understand and 1 to what it cannot do', async () => {
    for (const args of [['nul'], ['list'], ['list', 'nul'], ['list', 'contact', '--nul'], ['show'], ['spam', 'nul']])
      expect(await desk.run(...args), args.join(' ')).toMatchObject({ code: 2, out: '' })
    expect((await desk.run('list', 'contact', '--since', 'hier')).err).toContain('--since attend un jour')
    expect(await desk.run('show', 'C-0000-0000')).toMatchObject({ code: 1 })
    expect(await desk.run('search', 'introuvable')).toMatchObject({ code: 1 })
  })
})

describe('finding', () => {
  it('lists the latest first, in tab-separated lines, within two days of Paris', async () => {
    const old = desk.submit('contact', { message: 'Avant' }, { day: '2019-10-01' })
    const recent = desk.submit('contact', { message: 'Après\tet\nplus' })
    const { out } = await desk.run('list', 'contact')
    const lines = out.replace(/\n$/, '').split('\n')
    expect(lines.map((line) => line.split('\t')[0])).toEqual([recent, old])
    expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([6]))
    expect((await desk.run('list', 'contact', '--until', '2019-10-01')).out).toContain(old)
    expect((await desk.run('list', 'contact', '--until', '2019-10-01')).out).not.toContain(recent)
    expect((await desk.run('list', 'contact', '--limit', '1')).err).toContain('1 sur 2')
  })

  it('shows one in full, with the wording that the person saw', async () => {
    const reference = desk.submit('partnership')
    const { out } = await desk.run('show', reference.toLowerCase())
    expect(out).toContain('Moyenne')
    expect(out).toContain('vous pouvez aussi saisir la CNIL')
  })

  it('counts', async () => {
    expect((await desk.run('stats')).out).toMatch(/^contact\t2\t/m)
  })
})
