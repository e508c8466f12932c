import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

/** It needs half a minute of one core, more beside other work. */
const MAX_MS = 240_000

// Here, beside the other tests, because it leaves a core idle. The build has written the types of the texts.
it(
  'npm run check:types finds nothing in any file',
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
