import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** The types need half a minute of one core, more beside other work. */
const MAX_MS = 240_000

// Here, beside the other tests, and not before them: each leaves a core idle.
describe('npm run check finds nothing', () => {
  it.each([
    // The build has written the types of the texts.
    ['check:types', '--noSync'],
    ['check:code'],
    ['check:content'],
  ])(
    '%s',
    async (script, ...args) => {
      const found = await new Promise<string>((resolve) => {
        execFile('npm', ['run', script, '--', ...args], (error, stdout, stderr) =>
          resolve(error ? stdout + stderr : ''),
        )
      })
      expect(found).toBe('')
    },
    MAX_MS,
  )
})
