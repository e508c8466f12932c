import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** Oldest version of Node that has all security fixes of October 2026 (nodejs.org, security releases). */
const OLDEST_NODE = '22.23.5'
const COMPILED = new URL('dist/compiled', import.meta.url)
const SETTINGS = new URL('.env', import.meta.url)

/** Exits with a message if Node is too old. This file is JavaScript so that an old Node can run it. */
export function requireNode() {
  const isOlder = process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0
  if (!isOlder) return
  console.error(
    `Hera demande Node ${OLDEST_NODE} ou plus récent ; celui-ci est ${process.versions.node}. ` +
      'Lancez le site par « npm start » ou « npm run serve », une commande par « npm run --silent hera -- … » : ' +
      'npm emploie alors le Node installé avec le projet.',
  )
  process.exit(1)
}

/**
 * Adds the settings of the file .env of the project, if there is one; a variable of the environment takes precedence.
 * Tests give every setting themselves and set NO_ENV_FILE.
 */
export function loadSettings(file = SETTINGS) {
  if (process.env.NO_ENV_FILE || !existsSync(file)) return
  try {
    process.loadEnvFile(file)
  } catch {
    // Node reports a file without rights as missing.
    console.error(`${fileURLToPath(file)} ne peut pas être lu : vérifiez que c’est un fichier, et ses droits.`)
    process.exit(1)
  }
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
