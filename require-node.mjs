/** Oldest Node that runs TypeScript as it is and loads the database driver without crashing. */
const OLDEST = [22, 18]

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
