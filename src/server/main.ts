import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { systemClock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseError } from './database.ts'
import { securityHeaders } from './http/headers.ts'
import { createHttpServer } from './http/server.ts'
import { loadStatic } from './http/static.ts'
import { openLasting } from './lasting.ts'
import { log } from './log.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { createServices } from './services.ts'

const DIST = new URL('../../dist/', import.meta.url)
/** How long requests in flight may take once the process is asked to stop, in milliseconds. */
const DRAIN_MS = 10_000
const IDLE_CHECK_MS = 50

/** Starts the server and stays until a signal; gives the exit code when it cannot start. */
export async function main(env: NodeJS.ProcessEnv): Promise<number | undefined> {
  try {
    await start(env)
    return undefined
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseError || isExpected(error))) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const manifest = readManifest(DIST)
  if (config.siteUrl && config.siteUrl !== manifest.siteUrl)
    throw new ConfigError(
      `SITE_URL vaut ${config.siteUrl}, mais le site a été construit pour ${manifest.siteUrl} : relancez « npm run build » avec cette valeur.`,
    )
  // Astro's handler logs and loads its pages on import, so it comes after the checks.
  const { handler } = await import(new URL('server/entry.mjs', DIST).href)
  const headersFile = new URL('_headers.json', DIST)
  const db = openLasting(config.databasePath, systemClock)
  const headers = securityHeaders(manifest.siteUrl)
  const server = createHttpServer({
    ...createServices(config, manifest, db),
    renderPage: (req, res, locals) => handler(req, res, undefined, locals),
    files: loadStatic(
      fileURLToPath(new URL('client/', DIST)),
      existsSync(headersFile) ? JSON.parse(readFileSync(headersFile, 'utf8')) : [],
      headers,
    ),
    headers,
  })
  const port = await listen(server, config.host, config.port)
  announce(manifest, config.host, port, config.databasePath, config.mail !== undefined)
  stopOnSignal(server, () => db.close())
}

/** Gives the port that was opened, which the system chooses when it is asked for 0. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function announce(manifest: Manifest, host: string, port: number, databasePath: string, mails: boolean): void {
  const shown = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const lines = [
    `Hera est à l’adresse http://${shown}:${port}`,
    `Les formulaires sont enregistrés dans ${databasePath}`,
    mails
      ? 'Les e-mails partent par SMTP_URL.'
      : 'SMTP_URL n’est pas défini : aucun e-mail ne part, tout est enregistré.',
  ]
  if (manifest.missing.length > 0)
    lines.push(`À compléter dans src/content/company.yaml : ${manifest.missing.join(', ')}`)
  if (manifest.campaignEnds < systemClock().toISOString().slice(0, 10))
    lines.push(`La campagne du bandeau est finie depuis le ${manifest.campaignEnds} : voir src/content/facts.yaml.`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Answers what is in flight, then closes the database and ends. A second signal ends at once. */
function stopOnSignal(server: Server, close: () => void): void {
  const stop = () => {
    log('stopping')
    server.close(() => {
      close()
      log('stopped')
      process.exit(0)
    })
    // A connection that was busy becomes idle once its answer is out.
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Failures that the operator mends without a stack trace: no build, a port in use, a folder that cannot be written. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && (/npm run build/.test(error.message) || 'code' in error)
}
