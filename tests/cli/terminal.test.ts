import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createTerminal } from '../../src/cli/terminal.ts'

function openTerminal(isTTY: boolean) {
  const stream = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  const [out, err, input] = [stream(), stream(), stream()]
  return { terminal: createTerminal(out, err, input), out, err, input }
}

it('terminal.ask asks in a terminal, and returns undefined without one', async () => {
  const { terminal, input, err } = openTerminal(true)
  const answer = terminal.ask('Effacer ? ')
  input.write('oui\n')
  expect(await answer).toBe('oui')
  expect(err.read()).toContain('Effacer ? ')
  // Otherwise the command would not end.
  expect(input.isPaused(), 'the input is paused').toBe(true)
  expect(await openTerminal(false).terminal.ask('Effacer ? '), 'an answer in a pipe').toBeUndefined()
})

it('the terminal removes control characters of visitors, files and mail servers', () => {
  const { terminal, out, err } = openTerminal(true)
  const hostile = 'a\u001B[2J\u001B]0;b\u0007\u009B31m\r\u0000c\td'
  terminal.print(`Titre\n${hostile}`)
  terminal.note(hostile)
  expect([out.read(), err.read()]).toEqual(['Titre\na[2J]0;b31mc\td\n', 'a[2J]0;b31mc\td\n'])
})
