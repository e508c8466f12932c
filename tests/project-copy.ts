import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * Copies the project without what is built, with the installed packages and the cache of its pictures, for programs that
 * write into it. Gives the folder of the copy.
 */
export function copyProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'hera-project-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
  for (const file of files.filter((file) => !file.startsWith('tests/'))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file))
  }
  // A folder of its own, because Astro and Vite write their caches into it.
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync('node_modules'))
    if (!['.astro', '.vite'].includes(name))
      symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name))
  cpSync('node_modules/.astro/assets', join(root, 'node_modules/.astro/assets'), { recursive: true })
  return root
}
