import { openKinds } from '../server/all-kinds.ts'
import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { MAIL_PER_HOUR, siteUrl } from '../server/config.ts'
import { recordFailure, type Task } from '../server/database/last-runs.ts'
import { readState, type State } from '../server/operations/state/read-state.ts'
import { createQueue } from '../server/outbox/backlog.ts'
import type { MessageKind } from '../server/outbox/kinds.ts'
import { createPolicy, type Policy } from '../server/outbox/policy.ts'
import type { Context } from './command.ts'

/** What the build told the server; undefined where there is no build. */
export function buildOf({ dist }: Context): BuildManifest | undefined {
  try {
    return readBuildManifest(dist)
  } catch {
    return undefined
  }
}

/** The origin of the site that runs: that of the environment, else of the build, else of `npm run dev`. */
export function originOf(context: Context): string {
  const { config } = context
  return config.siteUrl ?? buildOf(context)?.siteUrl ?? siteUrl(config)
}

/** Every kind of message, under the configuration that this command was given. */
export function kindsOf(context: Context): MessageKind[] {
  const { db, hash, clock, config } = context
  // The file of the key is read when a message is written, and no command writes one.
  return openKinds({ db: db(), hash: (text) => hash()(text), clock, siteUrl: originOf(context), mail: config.mail })
}

/** The policy of e-mails; the site may have settings that this command was not given. */
export function policyOf(context: Context, kinds = kindsOf(context)): Policy {
  return createPolicy(context.db(), context.clock, context.config.mail?.perHour ?? MAIL_PER_HOUR, kinds)
}

/** The state of the installation, as the server computes it. */
export function stateOf(context: Context): State {
  const { db, config, clock } = context
  const { databasePath, mail } = config
  const queue = mail && (() => createQueue(db(), clock, mail.perHour, kindsOf(context)))
  return readState({ db, databasePath, queue, build: buildOf(context), now: clock() })
}

/** Has the state show that a task failed. A database that cannot be written is red by itself. */
export function noteFailure(db: Context['db'], task: Task, at: Date): void {
  try {
    recordFailure(db(), task, at)
  } catch {}
}
