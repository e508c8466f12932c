import { expect, it, onTestFinished, vi } from 'vitest'
import { type Letters, startScheduledLetters } from '../../../src/server/letters/letters.ts'

it('letters go at their hour after a look that failed, which is a line of the log', async () => {
  vi.useFakeTimers()
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const sendDue = vi.fn(async (): Promise<void> => {})
  sendDue.mockRejectedValueOnce(new Error('database is locked'))
  const stop = startScheduledLetters({ sendDue } as unknown as Letters)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sendDue.mock.calls.length, 'looks within a minute').toBeGreaterThanOrEqual(3)
  expect(printed.mock.calls.join('')).toContain('ERROR scheduled letters')
  stop()
  sendDue.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sendDue, 'looks after it was stopped').not.toHaveBeenCalled()
})
