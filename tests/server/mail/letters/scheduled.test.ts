import { expect, it, onTestFinished, vi } from 'vitest'
import { type Letters, startScheduledLetters } from '../../../../src/server/mail/letters/letters.ts'

it('scheduled letters are checked again after a check that failed, which is logged', async () => {
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
  expect(sendDue.mock.calls.length, 'checks within a minute').toBeGreaterThanOrEqual(3)
  expect(printed.mock.calls.join('')).toContain('ERROR scheduled letters')
  stop()
  sendDue.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sendDue, 'checks after it was stopped').not.toHaveBeenCalled()
})
