import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** The folder of the test file that calls `scratchFolder`. */
export let folder: string

/** Makes a folder for each test of a file, or of a group, and removes it after the test. */
export function scratchFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hera-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
}
