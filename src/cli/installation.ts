import { openKinds } from '../server/all-kinds.ts'
import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import { MAIL_PER_HOUR, siteUrl } from '../server/config.ts'
import { recordFailure, type Task } from '../server/database/last-runs.ts'
import { readState, type State } from '../server/operations/state/read-state.ts'
import { createQueue, type Queue } from '../server/outbox/backlog.ts'
import type { MessageKind } from '../server/outbox/kinds.ts'
import { createPolicy, type Policy } from '../server/outbox/policy.ts'
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

/** Every kind of message, with the configuration of this command. */
export function kindsOf(context: Context): MessageKind[] {
  const { db, hash, clock, config } = context
  // The key file is only read when a message is written, which no command does.
  return openKinds({ db: db(), hash: (text) => hash()(text), clock, siteUrl: originOf(context), mail: config.mail })
}

/** Mail policy with the configuration of this command, from which that of the running site may differ. */
export function policyOf({ db, clock, config }: Context, kinds: readonly MessageKind[]): Policy {
  return createPolicy(db(), clock, config.mail?.perHour ?? MAIL_PER_HOUR, kinds)
}

/** Queue of e-mails with the same configuration. */
export function queueOf(context: Context): Queue {
  const { db, clock, config } = context
  return createQueue(db(), clock, config.mail?.perHour ?? MAIL_PER_HOUR, kindsOf(context))
}

/** State of the installation, computed as in the server. */
export function stateOf(context: Context): State {
  const { db, config, clock } = context
  const { databasePath, mail } = config
  const queue = mail && (() => queueOf(context))
  return readState({ db, databasePath, queue, build: buildOf(context), now: clock() })
}

/** Runs a scheduled task; records its failure for the state, because nobody reads the output of such a command. */
export async function recordingFailure<T>({ db, clock }: Context, task: Task, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    noteFailure(db, task, clock())
    throw error
  }
}

/** Records the failure of a task for the state. A database that cannot be written shows up as failed anyway. */
export function noteFailure(db: Context['db'], task: Task, at: Date): void {
  try {
    recordFailure(db(), task, at)
  } catch {}
}
