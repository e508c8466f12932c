import type { ParseArgsConfig } from 'node:util'
import type { Form } from '../forms/form.ts'
import { formNamed, forms } from '../forms/index.ts'
import type { Clock } from '../server/clock.ts'
import type { Config } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { findLead, type Lead, type Period } from '../server/leads/leads.ts'
import { daysAfter, startOfDayInParis } from '../server/paris-time.ts'
import type { HashEmail } from '../server/people/email-hash.ts'
import type { Objections } from '../server/people/objections.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with. `db`, `hash` and `objections` open their files at the first call and keep them open. */
export interface Context {
  terminal: Terminal
  clock: Clock
  config: Config
  /** Folder of the build, which may not be there. */
  dist: URL
  db(): Database
  hash(): HashEmail
  objections(): Objections
}

/** The words and options after the name of a command, as `util.parseArgs` reads them. */
export interface Args {
  positionals: readonly string[]
  values: Readonly<Record<string, string | boolean | undefined>>
}

/** One command of the operator. */
export interface Command {
  /** What it does, in one line of the list of commands. */
  summary: string
  /** How it is called, after its name. */
  usage: string
  /** Text of `--help`: what the operator should know, and examples. */
  help: string
  /** Most words besides the options; 1 by default. */
  words?: number
  options?: NonNullable<ParseArgsConfig['options']>
  /** Runs the command. Returns the exit code; undefined is 0. Throws UsageError or CommandError. */
  run(context: Context, args: Args): number | undefined | Promise<number | undefined>
}

export type Commands = Readonly<Record<string, Command>>

/** The command was called in a wrong way. The message is a French sentence that says how to call it. */
export class UsageError extends Error {}
/** The command cannot do what was asked. The message is a French sentence that says why. */
export class CommandError extends Error {}

/** The form of that name. Throws UsageError. */
export function needForm(name: string | undefined): Form {
  const form = formNamed(name ?? '')
  if (!form) throw new UsageError(`Indiquez un formulaire : ${Object.keys(forms).join(', ')}.`)
  return form
}

/** The submission with that reference, in any case. Throws UsageError without a reference, CommandError for an unknown one. */
export function needLead(context: Context, reference: string | undefined): Lead {
  if (!reference) throw new UsageError('Indiquez une référence, par exemple C-7K2M-94QD.')
  const lead = findLead(context.db(), reference.trim().toUpperCase())
  if (!lead) throw new CommandError(`Aucun envoi ne porte la référence ${reference}.`)
  return lead
}

/** An e-mail address from the command line, without spaces at its ends. Throws UsageError. */
export function needEmail(email: string | undefined): string {
  const address = email?.trim() ?? ''
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError('Indiquez une adresse e-mail.')
  return address
}

/** The period from the day of --since to the day of --until, both included, in Paris. Throws UsageError. */
export function needPeriod({ values }: Args): Period {
  return {
    since: values.since === undefined ? undefined : startOfDay('--since', values.since),
    until:
      values.until === undefined ? undefined : startOfDay('--until', daysAfter(needDay('--until', values.until), 1)),
  }
}

/** A day given with an option, AAAA-MM-JJ. Throws UsageError. */
export function needDay(option: string, value: string | boolean | undefined): string {
  startOfDay(option, value)
  return String(value)
}

/**
 * Asks before something that cannot be undone: true for «oui» alone. Throws CommandError where nobody can answer.
 * @param nobody what it says then
 */
export async function agrees(
  terminal: Terminal,
  question: string,
  nobody = 'Personne ne peut répondre ici : ajoutez --yes.',
): Promise<boolean> {
  const answer = await terminal.ask(`${question} Répondez oui : `)
  if (answer === undefined) throw new CommandError(nobody)
  return answer.trim().toLowerCase() === 'oui'
}

/** The options that `needPeriod` reads. */
export const PERIOD_OPTIONS = { since: { type: 'string' }, until: { type: 'string' } } as const

function startOfDay(option: string, value: string | boolean | undefined): string {
  const start = startOfDayInParis(String(value))
  if (!start) throw new UsageError(`${option} attend un jour, par exemple ${option} 2026-11-21.`)
  return start
}
