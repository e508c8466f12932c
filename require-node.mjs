import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** Oldest Node that runs TypeScript as it is and loads the database driver without crashing. */
const OLDEST = [22, 18]
const COMPILED = new URL('dist/compiled', import.meta.url)

/** Ends the process with a sentence when Node is too old. Plain JavaScript, so that an old Node can read it. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  console.error(
    `Hera demande Node ${OLDEST.join('.')} ou plus récent ; celui-ci est ${process.versions.node}. ` +
      'Lancez-la par « npm start » ou « npm run serve » : npm emploie alors le Node installé avec le projet.',
  )
  process.exit(1)
}

/**
 * Makes Node take the modules that the build compiled (src/build/compile.ts), instead of stripping the types of each at every
 * start. What is of another Node or another user than the builder is compiled as usual. A release has none and needs none: its
 * modules are JavaScript.
 */
export function loadCompiled() {
  if (!existsSync(COMPILED)) return
  // Relative to the folder, because a release is unpacked in another place than it was built in.
  process.env.NODE_COMPILE_CACHE_PORTABLE ??= '1'
  module.enableCompileCache(fileURLToPath(COMPILED))
}
