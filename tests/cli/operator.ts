import { mkdirSync, writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach } from 'vitest'
import type { Args, Context } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { readConfig } from '../../src/server/config.ts'
import { createKeyedHash } from '../../src/server/people/keyed-hash.ts'
import { createObjections } from '../../src/server/people/objections.ts'
import { plain } from '../support/plain.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { openInstallation } from './installation.ts'

/** Manifest of a complete build. */
const BUILD = {
  siteUrl: 'https://hera.example',
  builtAt: '2026-11-20T10:00:00.000Z',
  commit: '0123456789abcdef0123456789abcdef01234567',
  missing: [],
}

/** Opens an installation with a fake clock, configuration, build and terminal. */
function openOperator() {
  const installation = openInstallation()
  const printed: string[] = []
  const noted: string[] = []
  const output = new PassThrough({ highWaterMark: 1 << 24 })
  const operator = {
    ...installation,
    now: new Date('2026-11-22T10:00:00.000Z'),
    /** Answer to a question; undefined without a terminal. */
    answer: (): string | undefined => undefined,
    /** Written to standard output and to standard error. */
    printed,
    noted,
    /** Returns the bytes of standard output since the last call, as text. */
    read: () => String(output.read() ?? ''),
    run: async (name: string, positionals: string[] = [], values: Args['values'] = {}) =>
      commands[name]?.run(context, { positionals, values }),
    count: (table: string) => installation.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  }
  const clock = () => operator.now
  mkdirSync(installation.file('dist'))
  writeFileSync(installation.file('dist/build.json'), JSON.stringify(BUILD))
  const context: Context = {
    terminal: {
      out: output,
      print: (text) => void printed.push(plain(text)),
      note: (text) => void noted.push(plain(text)),
      ask: async () => operator.answer(),
    },
    clock,
    config: readConfig({ DATABASE_PATH: installation.path }),
    env: {},
    dist: pathToFileURL(installation.file('dist/')),
    db: () => installation.db,
    hash: () => createKeyedHash(installation.path),
    objections: () => createObjections(installation.db, createKeyedHash(installation.path), clock),
  }
  return Object.assign(operator, { context })
}

/** Set for each test of the file that calls `setUpOperator`. */
export let operator: ReturnType<typeof openOperator>

/** Opens an installation with a fake terminal before each test of a file, and closes it afterwards. */
export function setUpOperator(): void {
  scratchFolder()
  beforeEach(() => {
    operator = openOperator()
  })
  afterEach(() => operator.close())
}
