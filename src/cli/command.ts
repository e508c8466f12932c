import type { ParseArgsConfig } from 'node:util'
import type { Form } from '../forms/form.ts'
import { formNamed, forms } from '../forms/index.ts'
import type { Clock } from '../server/clock.ts'
import type { Config } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { dayAfter, startInParis } from '../server/paris-time.ts'
import type { HashEmail } from '../server/privacy/email-hash.ts'
import type { Objections } from '../server/privacy/objections.ts'
import { findLead, type Lead, type Period } from '../server/submissions/leads.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with; the database is opened when it is first asked for. */
export interface Context {
  terminal: Terminal
  clock: Clock
  env: NodeJS.ProcessEnv
  config: Config
  db(): Database
  hash(): HashEmail
  objections(): Objections
}

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
  /** Lines of help: what a person should know, and examples. */
  help: string
  /** How many words it takes besides its options; one when it does not say. */
  words?: number
  options?: NonNullable<ParseArgsConfig['options']>
  /** Gives the exit code, 0 when it gives none. */
  run(context: Context, args: Args): number | undefined | Promise<number | undefined>
}

/** The command was called in a way it does not understand; the message says how to call it. */
export class UsageError extends Error {}
/** The command understood and cannot do it; the message says why. */
export class CommandError extends Error {}

export function needForm(name: string | undefined): Form {
  const form = formNamed(name ?? '')
  if (!form) throw new UsageError(`Indiquez un formulaire : ${Object.keys(forms).join(', ')}.`)
  return form
}

export function needLead(context: Context, reference: string | undefined): { form: Form; lead: Lead } {
  if (!reference) throw new UsageError('Indiquez une référence, par exemple C-7K2M-94QD.')
  const found = findLead(context.db(), reference.trim().toUpperCase())
  if (!found) throw new CommandError(`Aucun envoi ne porte la référence ${reference}.`)
  return found
}

export function needEmail(email: string | undefined): string {
  const address = email?.trim() ?? ''
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError('Indiquez une adresse e-mail.')
  return address
}

/** The days given with --since and --until, both included, as instants. */
export function needPeriod({ values }: Args): Period {
  return {
    since: values.since === undefined ? undefined : startOf('--since', values.since),
    until: values.until === undefined ? undefined : startOf('--until', values.until, true),
  }
}

/** A day given with an option, AAAA-MM-JJ. */
export function needDay(option: string, value: string | boolean | undefined): string {
  startOf(option, value)
  return String(value)
}

export const PERIOD_OPTIONS = { since: { type: 'string' }, until: { type: 'string' } } as const

function startOf(option: string, value: string | boolean | undefined, after = false): string {
  const day = String(value)
  const start = startInParis(day)
  if (!start) throw new UsageError(`${option} attend un jour, par exemple ${option} 2026-11-21.`)
  return after ? (startInParis(dayAfter(day)) ?? start) : start
}
