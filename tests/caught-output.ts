import { afterEach, beforeEach, vi } from 'vitest'

/** What the present test of a file that calls `catchOutput` has written to standard output and to standard error. */
export const written = { out: '', err: '' }

/** Keeps what each test of a file, or of a group, writes; puts all that a test has replaced back after it. */
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
