import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createTerminal } from '../../src/cli/terminal.ts'

function openTerminal(isTTY: boolean, env: NodeJS.ProcessEnv = { NO_COLOR: '1' }) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 1 << 20 }), { isTTY })
  const [out, err, input] = [stream(), stream(), stream()]
  return {
    terminal: createTerminal(out, err, input, env),
    input,
    written: () => String(out.read() ?? ''),
    noted: () => String(err.read() ?? ''),
  }
}

it('terminal.table writes each row to a pipe before it reads the next one', () => {
  const { terminal, written } = openTerminal(false)
  const seen: string[] = []
  function* rows() {
    yield ['a', '1']
    seen.push(written())
    yield ['b', '2\n\n3']
    seen.push(written())
  }
  expect(terminal.table(['Lettre', 'Nombre'], rows()), 'rows counted').toBe(2)
  expect(seen).toEqual(['a\t1\n', 'b\t2 3\n'])
})

it('terminal.table aligns columns, cuts long cells and omits no row of a long list', () => {
  const { terminal, written } = openTerminal(true)
  const rows = Array.from({ length: 700 }, (_, i) => [`ligne ${i}`, 'x'.repeat(i === 500 ? 60 : 3)])
  expect(terminal.table(['Nom', 'Texte'], rows), 'rows counted').toBe(700)
  const lines = written().trimEnd().split('\n')
  expect(lines, 'the headings and each row').toHaveLength(701)
  expect(lines[0]).toBe('Nom        Texte')
  expect(lines[1]).toBe('ligne 0    xxx')
  expect(lines[501]).toBe(`ligne 500  ${'x'.repeat(47)}…`)
  expect(lines[700]).toBe('ligne 699  xxx')
})

it('terminal.table counts characters instead of bytes, and takes rows of any length and none', () => {
  const shown = (head: string[], rows: string[][]) => {
    const { terminal, written } = openTerminal(true)
    expect(terminal.table(head, rows), 'rows counted').toBe(rows.length)
    return written()
  }
  const long = 'x'.repeat(48)
  const horses = ['🐎🐎🐎🐎', 'court']
  expect(shown(['Nom', 'Texte'], [['Léa', long], horses])).toBe(`Nom   Texte\nLéa   ${long}\n🐎🐎🐎🐎  court\n`)
  expect(shown(['A', 'B'], [['un'], ['deux', 'b']])).toBe('A     B\nun\ndeux  b\n')
  expect(shown(['Nom'], [])).toBe('Nom\n')
})

it('terminal.strong is bold only in a terminal that supports it', () => {
  const bold = '\u001B[1mNom\u001B[22m'
  expect(openTerminal(true, {}).terminal.strong('Nom')).toBe(bold)
  const { terminal, written } = openTerminal(true, {})
  terminal.table(['Nom'], [])
  expect(written()).toBe(`${bold}\n`)
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
    expect(openTerminal(true, env).terminal.strong('Nom')).toBe('Nom')
  expect(openTerminal(false, {}).terminal.strong('Nom')).toBe('Nom')
})

it('terminal.note uses French typography, and terminal.print leaves a line unchanged', () => {
  const { terminal, noted, written } = openTerminal(false)
  terminal.note("Voir : l'aide !")
  terminal.print('a : b !')
  expect([noted(), written()]).toEqual(['Voir\u00A0: l’aide\u202F!\n', 'a : b !\n'])
})

it('terminal.progress shows one line, updates it only on change and clears it at the end', () => {
  const { terminal, noted } = openTerminal(true)
  for (const done of [0, 1, 1, 2, 3]) terminal.progress(done, 3)
  expect(noted()).toBe('\r0\u00A0%\u001B[K\r33\u00A0%\u001B[K\r66\u00A0%\u001B[K\r\u001B[K')
  const pipe = openTerminal(false)
  pipe.terminal.progress(1, 2)
  expect(pipe.noted()).toBe('')
})

it('terminal.ask asks in a terminal, and returns undefined without one', async () => {
  const { terminal, input, noted } = openTerminal(true)
  const answer = terminal.ask('Effacer ? ')
  input.write('oui\n')
  expect(await answer).toBe('oui')
  expect(noted()).toContain('Effacer ? ')
  // Otherwise the command would not end.
  expect(input.isPaused(), 'the input is paused').toBe(true)
  expect(await openTerminal(false).terminal.ask('Effacer ? '), 'an answer in a pipe').toBeUndefined()
})

it('the terminal removes control characters of files and mail servers, and keeps bold text', () => {
  const { terminal, written, noted } = openTerminal(true, {})
  const hostile = 'a\u001B[2J\u001B]0;b\u0007\u009B31m\r\u0000c\td'
  const harmless = 'a[2J]0;b31mc\td'
  terminal.print(`${terminal.strong('Titre')}\n${hostile}`)
  expect(written()).toBe(`\u001B[1mTitre\u001B[22m\n${harmless}\n`)
  terminal.note(hostile)
  expect(noted()).toBe(`${harmless}\n`)
  terminal.table(['Nom'], [[hostile]])
  expect(written()).toContain('\na[2J]0;b31m c d\n')
})
