import { existsSync, lstatSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installedIn, linked, ReleaseError, readRelease, releaseFolder } from './release.ts'

/** Beside the database: asks systemd (`deploy/hera-retour.path`) to serve the release before. */
const WANTED = 'retour-demande'

export type Online = ReturnType<typeof readOnline>

/** Which release is online, since when, and whether there is a way back. */
export function readOnline(databasePath: string) {
  const base = installed()
  const previous = base && linked(base, 'previous')
  return {
    /** Undefined for a program that `npm run release` did not make. */
    release: readRelease(),
    /** When it was put online, UTC ISO 8601; undefined where it is not installed as a release. */
    since: base && lstatSync(join(base, 'current')).mtime.toISOString(),
    /** True while a release before it is kept. */
    canGoBack: base !== undefined && previous !== undefined && existsSync(releaseFolder(base, previous)),
    /** True from the request to go back until it is carried out. */
    goesBack: existsSync(wantedFile(databasePath)),
  }
}

/**
 * Asks for the release before. The server may not replace itself: systemd sees the file, and `hera rollback` refuses by
 * itself where it would lose what has arrived.
 */
export function askToGoBack(databasePath: string): void {
  writeFileSync(wantedFile(databasePath), '')
}

function wantedFile(databasePath: string): string {
  return join(dirname(databasePath), WANTED)
}

function installed(): string | undefined {
  try {
    return installedIn()
  } catch (error) {
    if (error instanceof ReleaseError) return undefined
    throw error
  }
}
