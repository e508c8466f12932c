import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach } from 'vitest'
import { runCommand } from '../../src/cli/main.ts'
import { createTerminal } from '../../src/cli/terminal.ts'
import { type FormName, forms } from '../../src/forms/index.ts'
import { openDatabase } from '../../src/server/database/database.ts'
import { createStore } from '../../src/server/leads/intake/store.ts'
import { notices } from '../server/backend.ts'
import { createDatabaseFile } from '../support/memory-database.ts'
import { plain } from '../support/plain.ts'
import { answers } from '../support/samples.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { PROGRAM_ENV } from '../support/site.ts'

/** Runs `hera` on a database in this process with piped output, which avoids the start of a Node process. */
export function runHera(databasePath: string, ...args: string[]) {
  return runHeraWith({ DATABASE_PATH: databasePath }, ...args)
}

/** Does the same with another environment. */
export async function runHeraWith(env: NodeJS.ProcessEnv, ...args: string[]) {
  const [out, err] = [new PassThrough({ highWaterMark: 1 << 24 }), new PassThrough()]
  const code = await runCommand(args, env, createTerminal(out, err, new PassThrough()))
  return { code, out: plain(String(out.read() ?? '')), err: plain(String(err.read() ?? '')) }
}

/** Runs `hera` on a database like an operator, as a process with piped output. */
export function hera(databasePath: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['hera.mjs', ...args], {
    env: { ...PROGRAM_ENV, DATABASE_PATH: databasePath },
    encoding: 'utf8',
    input: '',
    maxBuffer: 1 << 28,
  })
  return { code: status, out: stdout, err: plain(stderr) }
}

/** Opens a database in the scratch folder, on which submissions of any day can be stored and commands run. */
export function openInstallation() {
  const path = join(folder, 'hera.sqlite')
  let at = '2020-01-06T10:00:00.000Z'
  createDatabaseFile(path)
  const db = openDatabase(path)
  const store = createStore(db, notices, () => new Date(at))
  return {
    path,
    db,
    file: (name: string) => join(folder, name),
    run: (...args: string[]) => runHera(path, ...args),
    /** Stores a submission and returns its reference. */
    submit(name: FormName, extra: Record<string, string> = {}, { day = '2020-01-06', suspectedSpam = false } = {}) {
      at = `${day}T10:00:00.000Z`
      return store.add(forms[name], answers(name, extra), { suspectedSpam }).reference
    },
    close: () => db.close(),
  }
}

/** Set for each test of the file that calls `setUpInstallation`. */
export let installation: ReturnType<typeof openInstallation>

/** Opens an installation before each test of a file, and closes it afterwards. */
export function setUpInstallation(): void {
  scratchFolder()
  beforeEach(() => {
    installation = openInstallation()
  })
  afterEach(() => installation.close())
}
