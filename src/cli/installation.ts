import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { siteUrl } from '../server/config.ts'
import { readState, type State } from '../server/state/read-state.ts'
import { CommandError, type Context } from './command.ts'

/** What the build told the server. Throws CommandError where there is no build. */
export function needBuild({ dist }: Context): BuildManifest {
  try {
    return readBuildManifest(dist)
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

/** What the build told the server; undefined where there is no build. */
export function buildOf(context: Context): BuildManifest | undefined {
  try {
    return needBuild(context)
  } catch {
    return undefined
  }
}

/** The origin of the site that runs: that of the environment, else of the build, else of `npm run dev`. */
export function originOf(context: Context): string {
  const { config } = context
  return config.siteUrl ?? buildOf(context)?.siteUrl ?? siteUrl(config)
}

/** The state of the installation, as the server computes it. */
export function stateOf(context: Context): State {
  const { db, config, clock } = context
  const { databasePath, mail } = config
  return readState({ db, databasePath, sendsEmail: mail !== undefined, build: buildOf(context), now: clock() })
}
