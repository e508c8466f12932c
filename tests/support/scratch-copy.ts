import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { PROGRAM_ENV } from './site.ts'

/** One change of a file: old text and new text. */
export type Change = readonly [file: string, from: string, to: string]

/**
 * Copies the project without tests and build output, but with the installed packages and the picture cache. Returns the folder.
 * @param added folders whose files are copied on top
 */
export function copyProject(added: readonly string[], changes: readonly Change[]): string {
  const root = mkdtempSync(join(tmpdir(), 'hera-copy-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
  for (const file of files.filter((file) => !file.startsWith('tests/'))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file))
  }
  // A real folder, because Astro and Vite write their caches into it.
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync('node_modules'))
    if (!['.astro', '.vite'].includes(name))
      symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name))
  cpSync('node_modules/.astro/assets', join(root, 'node_modules/.astro/assets'), { recursive: true })
  for (const folder of added) cpSync(folder, root, { recursive: true })
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no «${from}» any more.`)
    writeFileSync(join(root, file), text.replace(from, to))
  }
  return root
}

/** Builds a copy as `npm run build` does. */
export function buildCopy(root: string): void {
  execFileSync(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: root,
    // With any other NODE_ENV, Astro builds what is for development.
    env: { ...PROGRAM_ENV, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'pipe',
  })
}
