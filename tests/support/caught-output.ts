import { afterEach, beforeEach, vi } from 'vitest'

/** Text that the current test has written to standard output and standard error; requires `catchOutput`. */
export const written = { out: '', err: '' }

/** Captures the output of each test of a file or group in `written`; restores all mocks after each test. */
export function catchOutput(): void {
  beforeEach(() => {
    for (const [name, stream] of [['out', process.stdout] as const, ['err', process.stderr] as const]) {
      written[name] = ''
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        written[name] += text
        return true
      })
    }
  })
  afterEach(() => vi.restoreAllMocks())
}
