import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

const ROOT = new URL('../../', import.meta.url)

/**
 * Compiles the modules of the server and its command into dist/compiled. A start then takes half the CPU time and
 * 18 MB less memory, because the type stripper is not loaded; only for the user who builds, because Node keeps one
 * cache per user. Runs in a process of its own: Node caches only modules loaded after caching is enabled, and a
 * build has already loaded half of them.
 */
export function compileServer(): void {
  const load = `import { loadCompiled } from './startup.mjs'
    loadCompiled()
    await Promise.all([import('./src/server/main.ts'), import('./src/cli/main.ts')])`
  mkdirSync(new URL('dist/compiled', ROOT), { recursive: true })
  execFileSync(process.execPath, ['--input-type=module', '--eval', load], { cwd: ROOT })
}
