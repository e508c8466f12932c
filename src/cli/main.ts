import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { nearest } from '../copy/placeholders.ts'
import { systemClock } from '../server/clock.ts'
import { DATABASE_PATH, readConfig } from '../server/config.ts'
import { type Database, openExisting } from '../server/database/database.ts'
import { describeFileError } from '../server/database/database-error.ts'
import { isExpected } from '../server/expected-error.ts'
import { createKeyedHash } from '../server/people/keyed-hash.ts'
import { createObjections } from '../server/people/objections.ts'
import { type Args, type Command, type Context, UsageError } from './command.ts'
import { commandHelp, commands, generalHelp } from './commands.ts'
import { createTerminal, type Terminal } from './terminal.ts'

const DIST = new URL('../../dist/', import.meta.url)

/** Exit codes. */
const DONE = 0
/** The command was understood and could not be carried out. */
const FAILED = 1
/** Wrong usage of the command. */
const MISUSED = 2

/** Runs one command with the streams of this process. Returns the exit code. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const terminal = createTerminal(process.stdout, process.stderr, process.stdin)
  process.stdout.on('error', (error) => process.exit(explain(error, '', '', terminal.note)))
  // The command still does its work if standard error is closed.
  process.stderr.on('error', () => undefined)
  return runCommand(argv, env, terminal)
}

/** Runs one command. Returns the exit code; errors are printed to the terminal, in French. */
export async function runCommand(argv: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = argv
  if (['', 'help', '-h', '--help'].includes(name)) {
    terminal.print(generalHelp())
    return name === '' ? MISUSED : DONE
  }
  const command = commandNamed(name)
  if (!command) {
    const near = nearest(name, Object.keys(commands))
    const meant = near ? ` ; la plus proche est ${near}` : ''
    terminal.note(`« ${name} » n’est pas une commande${meant}. Pour les voir toutes : hera --help`)
    return MISUSED
  }
  let db: Database | undefined
  try {
    const { help, ...args } = readArgs(command, rest)
    if (help) {
      terminal.print(commandHelp(name, command))
      return DONE
    }
    const surplus = args.positionals[command.words ?? 1]
    if (surplus !== undefined) throw new UsageError(`« ${surplus} » est de trop.`)
    const config = readConfig(env)
    becomeOwner(config.databasePath)
    const context: Context = {
      terminal,
      clock: systemClock,
      config,
      env,
      dist: DIST,
      db() {
        db ??= openExisting(config.databasePath)
        return db
      },
      hash: once(() => createKeyedHash(config.databasePath)),
      objections: once(() => createObjections(context.db(), context.hash(), systemClock)),
    }
    return (await command.run(context, args)) ?? DONE
  } catch (error) {
    return explain(error, name, env.DATABASE_PATH || DATABASE_PATH, terminal.note)
  } finally {
    db?.close()
  }
}

/** Lets root work as the account that owns the folder of the database, so that no file of root is left there. */
function becomeOwner(databasePath: string): void {
  const folder = statSync(dirname(databasePath), { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !folder || folder.uid === 0) return
  process.setgroups?.([folder.gid])
  process.setgid?.(folder.gid)
  process.setuid?.(folder.uid)
}

function commandNamed(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** Returns a function that calls `make` once and returns the same value from then on. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function readArgs({ options = {} }: Command, argv: string[]): Args & { help: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    })
    return { positionals, values: values as Args['values'], help: values.help === true }
  } catch (error) {
    const option = /'(?:-\w, )?(-[^' ]+)/.exec((error as Error).message)?.[1] ?? ''
    const isKnown = (error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'
    throw new UsageError(`L’option ${option} ${isKnown ? 'ne prend pas de valeur' : 'n’est pas comprise ici'}.`)
  }
}

/** Prints an expected error in French and returns the exit code. Rethrows an error caused by a bug. */
function explain(error: unknown, name: string, path: string, note: (text: string) => void): number {
  // A program such as `head` closes the pipe early; that is not an error.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return DONE
  if ((error as NodeJS.ErrnoException).code === 'ABORT_ERR') {
    note('Interrompu.')
    return FAILED
  }
  if (error instanceof UsageError) {
    note(`${error.message} Pour des exemples : hera ${name} --help`)
    return MISUSED
  }
  if (!isExpected(error)) throw error
  note(describeFileError(error, path) ?? error.message)
  return FAILED
}
