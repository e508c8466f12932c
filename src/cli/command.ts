import type { ParseArgsConfig } from 'node:util'
import type { Form } from '../forms/form.ts'
import { formNamed, forms } from '../forms/index.ts'
import type { Clock } from '../server/clock.ts'
import type { Config } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { findLead, type Lead, type Period } from '../server/leads/leads.ts'
import { daysAfter, startOfDayInParis } from '../server/paris-time.ts'
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

export type Commands = Readonly<Record<string, Command>>

/** Wrong usage of a command. The message is a French sentence that explains the usage. */
export class UsageError extends Error {}
/** Returns the form with that name. Throws UsageError if there is none. */
export function needForm(name: string | undefined): Form {
  const form = formNamed(name ?? '')
  if (!form) throw new UsageError(`Indiquez un formulaire : ${Object.keys(forms).join(', ')}.`)
  return form
}

/** Returns the lead with a reference, in any case. Throws UsageError if none is given, ExpectedError if unknown. */
export function needLead(context: Context, reference: string | undefined): Lead {
  if (!reference) throw new UsageError('Indiquez une référence, par exemple C-7K2M-94QD.')
  const lead = findLead(context.db(), reference.trim().toUpperCase())
  if (!lead) throw new ExpectedError(`Aucun envoi ne porte la référence ${reference}.`)
  return lead
}

/** Trims an e-mail address from the command line. Throws UsageError if it is invalid. */
export function needEmail(email: string | undefined): string {
  const address = email?.trim() ?? ''
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError('Indiquez une adresse e-mail.')
  return address
}

/** Returns the period from the day of --since to the day of --until, both included, in Paris. Throws UsageError. */
export function needPeriod({ values: { since, until } }: Args): Period {
  const period = {
    since: since === undefined ? undefined : startOfDay('--since', since),
    until: until === undefined ? undefined : startOfDay('--until', daysAfter(needDay('--until', until), 1)),
  }
  if (period.since && period.until && period.since >= period.until)
    throw new UsageError(`--since ${since} vient après --until ${until}.`)
  return period
}

/** Returns a day given with an option, AAAA-MM-JJ. Throws UsageError if it is invalid. */
export function needDay(option: string, value: string | boolean | undefined): string {
  startOfDay(option, value)
  return String(value)
}

/**
 * Asks for confirmation before an irreversible action; true only for «oui». Throws ExpectedError if input is not
 * a terminal.
 * @param nobody message of that error
 */
export async function agrees(
  terminal: Terminal,
  question: string,
  nobody = 'Personne ne peut répondre ici : ajoutez --yes.',
): Promise<boolean> {
  const answer = await terminal.ask(`${question} Répondez oui : `)
  if (answer === undefined) throw new ExpectedError(nobody)
  return answer.trim().toLowerCase() === 'oui'
}

/** The options that `needPeriod` reads. */
export const PERIOD_OPTIONS = { since: { type: 'string' }, until: { type: 'string' } } as const

function startOfDay(option: string, value: string | boolean | undefined): string {
  const start = startOfDayInParis(String(value))
  if (!start) throw new UsageError(`${option} attend un jour, par exemple ${option} 2026-11-21.`)
  return start
}
