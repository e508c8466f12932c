import type { ParseArgsConfig } from 'node:util'
import type { Form } from '../forms/form.ts'
import { withAsciiDomain } from '../forms/formats.ts'
import { formNamed, forms } from '../forms/index.ts'
import { type BuildManifest, readBuildManifest } from '../server/build-manifest.ts'
import type { Clock } from '../server/clock.ts'
import { type Config, siteUrl } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { ExpectedError } from '../server/expected-error.ts'
import type { KeyedHash } from '../server/people/keyed-hash.ts'
import type { Objections } from '../server/people/objections.ts'
import type { Terminal } from './terminal.ts'

/** Services for a command. `db`, `hash` and `objections` open their files at the first call and keep them open. */
export interface Context {
  terminal: Terminal
  clock: Clock
  config: Config
  /** Variables that `config` was read from. */
  env: NodeJS.ProcessEnv
  /** Folder of the build; may be missing. */
  dist: URL
  db(): Database
  hash(): KeyedHash
  objections(): Objections
}

/** Arguments and options after the name of a command, as parsed by `util.parseArgs`. */
export interface Args {
  positionals: readonly string[]
  values: Readonly<Record<string, string | boolean | undefined>>
}

/** One command of `hera`. */
export interface Command {
  /** One line for the list of commands. */
  summary: string
  /** Arguments after the name of the command. */
  usage: string
  /** Text of `--help`: explanations for the operator and examples. */
  help: string
  /** Maximum number of positional arguments; 1 by default. */
  words?: number
  options?: NonNullable<ParseArgsConfig['options']>
  /** Runs the command. Returns the exit code; undefined is 0. Throws UsageError or ExpectedError. */
  run(context: Context, args: Args): number | undefined | Promise<number | undefined>
}

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

/** Wrong usage of a command. The message is a French sentence that explains the usage. */
export class UsageError extends Error {}

/** Returns the form with that name. Throws UsageError if there is none. */
export function needForm(name: string | undefined): Form {
  const form = formNamed(name ?? '')
  if (!form) throw new UsageError(`Indiquez un formulaire : ${Object.keys(forms).join(', ')}.`)
  return form
}

/** Trims an e-mail address from the command line. Throws UsageError if it is invalid. */
export function needEmail(email: string | undefined): string {
  const address = withAsciiDomain(email?.trim() ?? '')
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError('Indiquez une adresse e-mail.')
  return address
}

/**
 * Asks for confirmation before an irreversible action; true only for «oui». Throws ExpectedError if input is not
 * a terminal.
 */
export async function agrees(terminal: Terminal, question: string): Promise<boolean> {
  const answer = await terminal.ask(`${question} Répondez oui : `)
  if (answer === undefined) throw new ExpectedError('Personne ne peut répondre ici : ajoutez --yes.')
  return answer.trim().toLowerCase() === 'oui'
}
