import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { allForms } from '../../src/forms/index.ts'

const { serve } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const [setting = '', options = ''] = serve.split(' exec node ')
/** The command of `npm run serve`, with the current Node. */
export const SERVE: readonly [string, ...string[]] = [process.execPath, ...options.split(' ')]
/** The variable that the command sets, `NAME=value`. */
export const SERVE_SETTING: string = setting

/** `astro dev` takes half a minute on a busy machine. */
const START_MS = 90_000

/** The only environment variables passed to every program that tests start. */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  // Keeps the settings in a developer's .env, such as a mail server, out of the tests.
  NO_ENV_FILE: '1',
  ...Object.fromEntries([SERVE_SETTING.split('=')]),
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}

/**
 * Starts the built site in a separate process, with its own database, on a free port. Rejects with the output when it
 * does not start.
 * @param env extra environment variables
 * @param command the program and its arguments: the site, or one that runs it
 * @param cwd folder of the project
 * @param socket a listening socket, passed as descriptor 3
 */
export async function openSite(
  env: NodeJS.ProcessEnv = {},
  [command, ...args]: readonly [string, ...string[]] = SERVE,
  cwd = process.cwd(),
  socket?: number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'hera-'))
  const databasePath = env.DATABASE_PATH ?? join(folder, 'hera.sqlite')
  const child = spawn(command, args, {
    cwd,
    env: { ...PROGRAM_ENV, HOST: '127.0.0.1', PORT: '0', ...env, DATABASE_PATH: databasePath },
    stdio: ['pipe', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The site did not start:\n${output}`)), START_MS)
    const read = (chunk: Buffer) => {
      output += chunk
      const found = /http:\/\/(localhost|127\.0\.0\.1):\d+(?=\/?\s)/.exec(output)
      if (found) resolve(found[0])
      if (found) clearTimeout(timer)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${output}`)))
  })
  return {
    url,
    databasePath,
    process: child,
    /** The output of the process so far. */
    output: () => output,
    rows<T = Record<string, unknown>>(table: string): T[] {
      const db = new Sqlite(databasePath, { readonly: true })
      try {
        const ofForm = allForms.some((form) => form.table === table)
        return db
          .prepare(`SELECT * FROM ${ofForm ? `leads JOIN ${table} USING (reference) ORDER BY id` : table}`)
          .all() as never
      } finally {
        db.close()
      }
    },
    /** Stops the process with SIGTERM and removes its folder. Returns the exit code. */
    async close() {
      const running = child.exitCode === null && child.signalCode === null
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      if (!child.killed) child.kill('SIGTERM')
      const code = running ? await ended : child.exitCode
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** Starts `astro dev` as `npm run dev` does, for the same origin as the build. */
export async function openDevSite(env: NodeJS.ProcessEnv = {}, cwd = process.cwd()): Promise<Site> {
  const settings = {
    SITE_URL: 'http://localhost:4321',
    PORT: String(await freePort()),
    NO_COLOR: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    ASTRO_DEV_BACKGROUND: '0',
  }
  const site = await openSite(
    { ...settings, ...env },
    [process.execPath, 'node_modules/astro/bin/astro.mjs', 'dev'],
    cwd,
  )
  // The first on-demand request opens the database.
  await fetch(`${site.url}/api/health`)
  return site
}

/** Returns a port that is free at the moment, for programs that cannot choose one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
