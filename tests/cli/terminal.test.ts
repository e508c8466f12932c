import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createTerminal } from '../../src/cli/terminal.ts'

function openTerminal(isTTY: boolean, env: NodeJS.ProcessEnv = { NO_COLOR: '1' }, columns?: number) {
  const stream = (more: object) => Object.assign(new PassThrough({ highWaterMark: 1 << 20 }), { isTTY, ...more })
  const [out, err, input] = [stream({ columns }), stream({}), stream({})]
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
  expect(lines[501]).toBe('ligne 500  xxxx…')
  expect(lines[700]).toBe('ligne 699  xxx')
})

it('terminal.table prints only the headings without rows', () => {
  const { terminal, written } = openTerminal(true)
  expect(terminal.table(['Nom'], []), 'rows counted').toBe(0)
  expect(written()).toBe('Nom\n')
})

it('terminal.table cuts lines at the width of the terminal, and very long cells, by characters, not bytes', () => {
  const narrow = openTerminal(true, undefined, 15)
  narrow.terminal.table(
    ['Nom', 'Texte'],
    [
      ['Léa', 'une longue réponse'],
      ['🐎🐎', 'court'],
    ],
  )
  expect(narrow.written()).toBe('Nom  Texte\nLéa  une longu…\n🐎🐎   court\n')
  const wide = openTerminal(true)
  wide.terminal.table(
    ['Texte', 'Fin'],
    [
      ['x'.repeat(49), 'a'],
      ['y'.repeat(48), 'b'],
    ],
  )
  expect(wide.written().split('\n')).toEqual([
    `Texte${' '.repeat(45)}Fin`,
    `${'x'.repeat(47)}…  a`,
    `${'y'.repeat(48)}  b`,
    '',
  ])
})

it('terminal.table cuts the longest texts if space is short, but no heading, time, reference or number', () => {
  const { terminal, written } = openTerminal(true, undefined, 66)
  terminal.table(
    ['Référence', 'Reçu', 'Nom', 'E-mail', 'État'],
    [
      ['C-7K2M-94QD', '2026-11-22 11:00', 'Léa Martin', 'lea.martin@exemple.fr', 'nouvelle'],
      ['C-7K2M-94QE', '2026-11-22 11:01', 'Zoé', 'zoe@exempl.fr', 'répondue'],
    ],
  )
  expect(written().split('\n')).toEqual([
    'Référence    Reçu              Nom         E-mail         État',
    'C-7K2M-94QD  2026-11-22 11:00  Léa Martin  lea.martin@e…  nouvelle',
    'C-7K2M-94QE  2026-11-22 11:01  Zoé         zoe@exempl.fr  répondue',
    '',
  ])
})

it('terminal.table continues on a next line, headings too, if the columns do not fit the terminal', () => {
  const { terminal, written } = openTerminal(true, undefined, 40)
  terminal.table(
    ['N°', 'Départ', 'Objet', 'Destinataires', 'Parties'],
    [
      ['b2', '2026-12-01 09:00', 'Une longue annonce', '', ''],
      ['1', '2026-11-22 11:00', 'Le printemps', '1000', '999'],
    ],
  )
  expect(written().split('\n')).toEqual([
    'N°  Départ            Objet',
    '  Destinataires  Parties',
    'b2  2026-12-01 09:00  Une longue annonce',
    '1   2026-11-22 11:00  Le printemps',
    '  1000           999',
    '',
  ])
})

it('terminal.table aligns rows with fewer or more cells than headings', () => {
  const { terminal, written } = openTerminal(true)
  terminal.table(['A', 'B'], [['un'], ['deux', 'b']])
  expect(written()).toBe('A     B\nun\ndeux  b\n')
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
  expect(openTerminal(true).terminal.interactive, 'a terminal is interactive').toBe(true)
  expect(openTerminal(false).terminal.interactive, 'a pipe is interactive').toBe(false)
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
  terminal.progress(2, 4, 'encore 3 h')
  expect(noted()).toBe(`\r${'█'.repeat(12)}${'░'.repeat(12)} 50\u00A0%, encore 3\u00A0h\u001B[K`)
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
