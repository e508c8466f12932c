import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { siteUrl } from '../server/config.ts'
import { readState, type State } from '../server/state/read-state.ts'
import type { Context } from './command.ts'

const DIST = new URL('../../dist/', import.meta.url)

/** What the build told the server; undefined where there is no build. */
export function buildOf(): BuildManifest | undefined {
  try {
    return readBuildManifest(DIST)
  } catch {
    return undefined
  }
}

/** Where the site is, by its build or else by the configuration. */
export function originOf({ config }: Context): string {
  return buildOf()?.siteUrl ?? siteUrl(config)
}

/** The state of the installation, as the server computes it. */
export function stateOf({ db, config, clock }: Context): State {
  const { databasePath, mail } = config
  return readState({ db, databasePath, sendsEmail: mail !== undefined, build: buildOf(), now: clock() })
}
