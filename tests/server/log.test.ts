import { expect, it, vi } from 'vitest'
import { logError, logProblem } from '../../src/server/log.ts'

it('writes one line that no terminal obeys, whatever a mail server said', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  logProblem('mail', '550 no\u001B[2J\u0007 such\nuser')
  logError('outbox', new Error('\u001B]0;titre\u0007'))
  const lines = written.mock.calls.map(([line]) => String(line).slice('2026-11-02T10:00:00.000Z '.length))
  written.mockRestore()
  expect(lines).toEqual(['ERROR mail: 550 no [2J  such user\n', 'ERROR outbox: Error:  ]0;titre \n'])
})
