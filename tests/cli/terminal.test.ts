import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createTerminal } from '../../src/cli/terminal.ts'

function openTerminal(isTTY: boolean) {
  const out = Object.assign(new PassThrough({ highWaterMark: 1 << 20 }), { isTTY })
  const terminal = createTerminal(out, new PassThrough(), process.stdin, { NO_COLOR: '1' })
  return { terminal, written: () => String(out.read() ?? '') }
}

it('writes each row to a pipe before it reads the next one', () => {
  const { terminal, written } = openTerminal(false)
  const seen: string[] = []
  function* rows() {
    yield ['a', '1']
    seen.push(written())
    yield ['b', '2\n3']
    seen.push(written())
  }
  expect(terminal.table(['Lettre', 'Nombre'], rows())).toBe(2)
  expect(seen).toEqual(['a\t1\n', 'b\t2 3\n'])
})

it('aligns the columns of a terminal, cuts what is too long, and loses no row of a long list', () => {
  const { terminal, written } = openTerminal(true)
  const rows = Array.from({ length: 700 }, (_, i) => [`ligne ${i}`, 'x'.repeat(i === 650 ? 60 : 3)])
  expect(terminal.table(['Nom', 'Texte'], rows)).toBe(700)
  const lines = written().trimEnd().split('\n')
  expect(lines).toHaveLength(701)
  expect(lines[0]).toBe('Nom        Texte')
  expect(lines[1]).toBe('ligne 0    xxx')
  expect(lines[651]).toBe('ligne 650  xxxx…')
  expect(lines[700]).toBe('ligne 699  xxx')
})

it('says that there was nothing', () => {
  const { terminal, written } = openTerminal(true)
  expect(terminal.table(['Nom'], [])).toBe(0)
  expect(written()).toBe('Nom\n')
})
