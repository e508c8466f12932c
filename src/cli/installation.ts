import { fileURLToPath } from 'node:url'
import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { siteUrl } from '../server/config.ts'
import { readState, type State } from '../server/state/read-state.ts'
import { CommandError, type Context } from './command.ts'

const DIST = new URL('../../dist/', import.meta.url)
/** Folder of the built site. */
export const CLIENT = fileURLToPath(new URL('client/', DIST))

/** What the build told the server. Throws CommandError where there is no build. */
export function needBuild(): BuildManifest {
  try {
    return readBuildManifest(DIST)
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

/** What the build told the server; undefined where there is no build. */
export function buildOf(): BuildManifest | undefined {
  try {
    return needBuild()
  } catch {
    return undefined
  }
}

/** The origin of the site that runs: that of the environment, else of the build, else of `npm run dev`. */
export function originOf({ config }: Context): string {
  return config.siteUrl ?? buildOf()?.siteUrl ?? siteUrl(config)
}

/** The state of the installation, as the server computes it. */
export function stateOf({ db, config, clock }: Context): State {
  const { databasePath, mail } = config
  return readState({ db, databasePath, sendsEmail: mail !== undefined, build: buildOf(), now: clock() })
}
