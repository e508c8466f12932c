import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath } from './browser/harness.ts'

/**
 * Gives the whole run a temporary folder of its own, which is removed at its end, and unpacks the browser there once:
 * two test files that unpack it at the same time start a half-written program. Node keeps there what it has compiled, so
 * that the hundreds of commands and servers that tests start need less than half of their processor time.
 */
export default async function setUp(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'hera-tests-'))
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
  await browserPath()
  pointFontsTo(folder)
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** The packaged browser crashes where it finds no font, and its list of fonts names those in /tmp. */
function pointFontsTo(folder: string): void {
  const list = join(folder, 'fonts', 'fonts.conf')
  if (existsSync(list)) writeFileSync(list, readFileSync(list, 'utf8').replaceAll('/tmp/', `${folder}/`))
}
