import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { siteUrl } from '../server/config.ts'
import { readState, type State } from '../server/operations/state/read-state.ts'
import type { Context } from './command.ts'

/** Manifest of the build; undefined if there is no build. */
export function buildOf({ dist }: Context): BuildManifest | undefined {
  try {
    return readBuildManifest(dist)
  } catch {
    return undefined
  }
}

/** Origin of the site: from the environment, else from the build, else that of `npm run dev`. */
export function originOf(context: Context): string {
  const { config } = context
  return config.siteUrl ?? buildOf(context)?.siteUrl ?? siteUrl(config)
}

/** State of the installation, computed as in the server. */
export function stateOf(context: Context): State {
  const { db, config, clock } = context
  const { databasePath, mail, imapUrl } = config
  return readState({
    db,
    databasePath,
    sendsEmail: mail !== undefined,
    readsMail: imapUrl !== undefined,
    build: buildOf(context),
    now: clock(),
  })
}
