import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * First version of each long-term line of Node that has all security fixes of October 2026 (nodejs.org, security
 * releases), oldest line first. The server starts with nothing older than the first; `hera doctor` warns within a line.
 */
const SAFE_NODE = ['22.23.5', '24.22.1', '26.12.1']
const COMPILED = new URL('dist/compiled', import.meta.url)
const SETTINGS = new URL('.env', import.meta.url)

/** Exits with a message if Node is too old. This file is JavaScript so that an old Node can run it. */
export function requireNode() {
  const [oldest] = SAFE_NODE
  if (!isOlder(process.versions.node, oldest)) return
  console.error(
    `Hera demande Node ${oldest} ou plus récent ; celui-ci est ${process.versions.node}. ` +
      'Lancez le site par « npm start » ou « npm run serve », une commande par « npm run --silent hera -- … » : ' +
      'npm emploie alors le Node installé avec le projet.',
  )
  process.exit(1)
}

/** True if a version of Node, such as 24.21.0, lacks security fixes of its line, or is of a line without fixes. */
export function lacksFixes(version) {
  const safe = SAFE_NODE.find((each) => each.split('.')[0] === version.split('.')[0])
  return isOlder(version, safe ?? SAFE_NODE[0])
}

function isOlder(version, than) {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}

/**
 * Adds the settings of the file .env of the project, if there is one; a variable of the environment takes precedence.
 * Tests give every setting themselves and set NO_ENV_FILE.
 */
export function loadSettings() {
  if (!process.env.NO_ENV_FILE && existsSync(SETTINGS)) process.loadEnvFile(SETTINGS)
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
