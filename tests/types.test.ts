import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

/** Takes half a minute on one core, longer on a busy machine. */
const MAX_MS = 240_000

// Runs with the other tests because it leaves a core idle. The build has already generated the content types.
it(
  'npm run check:types finds no errors',
  async () => {
    const { error, output } = await new Promise<{ error: Error | null; output: string }>((resolve) => {
      execFile('npm', ['run', 'check:types', '--', '--noSync'], (error, stdout, stderr) =>
        resolve({ error, output: stdout + stderr }),
      )
    })
    expect(error, output).toBeNull()
    expect(output).toContain('0 errors')
  },
  MAX_MS,
)
