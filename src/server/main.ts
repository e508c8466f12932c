import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { HEADERS_FILE, type Manifest, readManifest } from './build-manifest.ts'
import { systemClock } from './clock.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DatabaseError } from './database/database.ts'
import { openReopeningDatabase } from './database/reopening.ts'
import { lockForServing } from './database/serving-lock.ts'
import { BOUNDS } from './http/bounds.ts'
import { loadStatic } from './http/files.ts'
import { securityHeaders } from './http/headers.ts'
import { createHttpServer } from './http/server.ts'
import { log } from './log.ts'
import { createConsent, systemRandom } from './privacy/consent.ts'
import { emailHasher } from './privacy/email-hash.ts'
import { replayErasures } from './privacy/erasures.ts'
import { startDailyPurge } from './privacy/retention.ts'
import { createServices } from './services.ts'
import type { createStore } from './submissions/store.ts'

const DIST = new URL('../../dist/', import.meta.url)
/** How long requests in flight may take once the process is asked to stop, in milliseconds. */
const DRAIN_MS = 10_000
const IDLE_CHECK_MS = 50
/** How long an e-mail being sent may take to end, in milliseconds. */
const MAIL_STOP_MS = 5000

/**
 * Starts the server and stays until a signal; gives the exit code when it cannot start.
 * @param keep makes what stores submissions; something else only where the cost of storing is measured
 */
export async function main(env: NodeJS.ProcessEnv, keep?: typeof createStore): Promise<number | undefined> {
  try {
    await start(env, keep)
    return undefined
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseError || isExpected(error))) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

async function start(env: NodeJS.ProcessEnv, keep?: typeof createStore): Promise<void> {
  const config = readConfig(env)
  const manifest = readManifest(DIST)
  if (config.siteUrl && config.siteUrl !== manifest.siteUrl)
    throw new ConfigError(
      `SITE_URL vaut ${config.siteUrl}, mais le site a été construit pour ${manifest.siteUrl} : relancez « npm run build » avec cette valeur.`,
    )
  // Astro's handler logs and loads its pages on import, so it comes after the checks.
  const { handler } = await import(new URL('server/entry.mjs', DIST).href)
  const headersFile = new URL(HEADERS_FILE, DIST)
  const release = lockForServing(config.databasePath)
  const db = openReopeningDatabase(config.databasePath, systemClock)
  const hash = emailHasher(config.databasePath)
  const erased = replayErasures(db, config.databasePath, hash)
  // The mail library is as large as the rest of the server: only where e-mail goes.
  const { openMail } = config.mail ? await import('./mail/open.ts') : {}
  const mail = config.mail && openMail?.(db, config.mail, manifest, hash, systemClock)
  const consent = createConsent(db, systemClock, systemRandom, mail?.announcer)
  const sender = mail?.start(consent)
  const headers = securityHeaders(manifest.siteUrl)
  const server = createHttpServer({
    ...createServices(
      config,
      manifest,
      db,
      { consent, announcer: mail?.announcer, queued: () => sender?.wake() },
      keep,
    ),
    renderPage: (req, res, locals) => handler(req, res, undefined, locals),
    files: loadStatic(
      fileURLToPath(new URL('client/', DIST)),
      existsSync(headersFile) ? JSON.parse(readFileSync(headersFile, 'utf8')) : [],
      headers,
    ),
    headers,
  })
  const port = await listen(server, config.host, config.port)
  announce(manifest, config, port)
  if (erased > 0) log(`erasures replayed: ${erased} rows`)
  const endPurge = startDailyPurge(db, systemClock)
  stopOnSignal(server, async () => {
    endPurge()
    // A message cut short here goes later under the same Message-ID.
    await Promise.race([sender?.stop(), sleep(MAIL_STOP_MS)])
    db.close()
    release()
  })
}

/** Gives the port that was opened, which the system chooses when it is asked for 0. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BOUNDS.connections }, () => resolve((server.address() as AddressInfo).port))
  })
}

function announce(manifest: Manifest, { host, databasePath, mail }: Config, port: number): void {
  const shown = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const lines = [
    `Hera est à l’adresse http://${shown}:${port}`,
    `Les formulaires sont enregistrés dans ${databasePath}`,
    mail
      ? `Les e-mails partent par SMTP_URL, de ${mail.from} ; les demandes vont à ${mail.to}.`
      : 'SMTP_URL n’est pas défini : aucun e-mail ne part, tout est enregistré.',
  ]
  if (manifest.missing.length > 0)
    lines.push(`À compléter dans src/content/company.yaml : ${manifest.missing.join(', ')}`)
  if (manifest.campaignEnds < systemClock().toISOString().slice(0, 10))
    lines.push(`La campagne du bandeau est finie depuis le ${manifest.campaignEnds} : voir src/content/facts.yaml.`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Answers what is in flight, then closes the database and ends. A second signal ends at once. */
function stopOnSignal(server: Server, close: () => Promise<void>): void {
  const stop = () => {
    log('stopping')
    server.close(async () => {
      await close()
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
