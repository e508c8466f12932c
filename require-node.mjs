import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** Oldest supported Node version: it runs TypeScript directly and loads the database driver without crashing. */
const OLDEST = [22, 18]
const COMPILED = new URL('dist/compiled', import.meta.url)

/** Exits with a message if Node is too old. This file is JavaScript so that an old Node can run it. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  console.error(
    `Hera demande Node ${OLDEST.join('.')} ou plus récent ; celui-ci est ${process.versions.node}. ` +
      'Lancez le site par « npm start » ou « npm run serve », une commande par « npm run --silent hera -- … » : ' +
      'npm emploie alors le Node installé avec le projet.',
  )
  process.exit(1)
}

/**
 * Uses the compile cache that the build filled (src/build/compile.ts), so Node need not strip types at each start.
 * Node ignores entries made by another Node version or another user. A release has no cache, because its modules
 * are JavaScript.
 */
export function loadCompiled() {
  if (!existsSync(COMPILED)) return
  // Portable, so the cache also works when the project folder is moved.
  process.env.NODE_COMPILE_CACHE_PORTABLE ??= '1'
  module.enableCompileCache(fileURLToPath(COMPILED))
}
