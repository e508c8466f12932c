import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { allForms } from '../src/forms/index.ts'
import { readBuildManifest } from '../src/server/build-manifest.ts'

/** What the build told the server. */
export const manifest = () => readBuildManifest(new URL('../dist/', import.meta.url))

/** What `npm run serve` runs, with this Node. */
export const SERVE: readonly [string, ...string[]] = [
  process.execPath,
  ...JSON.parse(readFileSync('package.json', 'utf8')).scripts.serve.replace('exec node ', '').split(' '),
]

/** `astro dev` on a machine that does much else needs half a minute. */
const START_MS = 90_000

/** What every program that tests start gets of the environment, and nothing besides. */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}

/**
 * Starts the built site in a process of its own, with a database of its own, on a free port; extra environment goes on top. Rejects with the output when it does not start.
 * @param command what is run, for a program of the same kind or one that runs the site
 * @param cwd folder of the project
 * @param socket a descriptor that the program gets as its third
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
    /** Everything that the process has written so far. */
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
    /** Ends the process with SIGTERM and removes its folder. Returns the exit code. */
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

/** A port that nobody listens on at this moment, for programs that cannot be asked for any. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
