import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** The temporary folder of the current test; set by `scratchFolder`. */
export let folder: string

/** Creates a temporary folder before each test of a file or group and removes it afterwards. */
export function scratchFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hera-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
}
