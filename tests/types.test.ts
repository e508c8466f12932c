import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

/** It needs half a minute of one core, more beside other work. */
const MAX_MS = 240_000

// Here, beside the other tests, and not before them. The types of the texts are there since the build.
it(
  'npm run check:types finds nothing in any file',
  async () => {
    const found = await new Promise<string>((resolve) => {
      execFile('npm', ['run', 'check:types', '--', '--noSync'], (error, stdout, stderr) =>
        resolve(error ? stdout + stderr : ''),
      )
    })
    expect(found).toBe('')
  },
  MAX_MS,
)
