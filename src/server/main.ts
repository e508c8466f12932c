import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dayInParis } from '../forms/age.ts'
import { type BuildManifest, HEADERS_FILE, readBuildManifest } from './build-manifest.ts'
import { steadyClock, systemClock } from './clock.ts'
import { type Config, ConfigError, DATABASE_PATH, readConfig } from './config.ts'
import { DatabaseError } from './database/database.ts'
import { describeFileError } from './database/database-error.ts'
import { openReopeningDatabase } from './database/reopening.ts'
import { lockForServing } from './database/serving-lock.ts'
import { startHeartbeat } from './heartbeat.ts'
import { CONNECTION_LIMITS } from './http/connection-limits.ts'
import { drainOnSignal } from './http/drain.ts'
import { type Files, loadFiles } from './http/files.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type AstroHandler, createHttpServer } from './http/server.ts'
import { createLetters } from './letters/letters.ts'
import { log } from './log.ts'
import { missingWords } from './missing-words.ts'
import { createConsent, systemRandom } from './privacy/consent.ts'
import { startDailyPurge } from './privacy/daily-purge.ts'
import { emailHasher } from './privacy/email-hash.ts'
import { replayErasures } from './privacy/erasures.ts'
import { createObjections } from './privacy/objections.ts'
import { createServiceManager } from './service-manager.ts'
import { createServices } from './services.ts'

const DIST = new URL('../../dist/', import.meta.url)
const CLIENT = fileURLToPath(new URL('client/', DIST))
/** How long an e-mail that is being sent may take to end once the process is asked to stop, in milliseconds. */
const MAIL_STOP_MS = 5000

/** Starts the server and stays until a signal. Returns the exit code when it cannot start, after one line that says why. */
export async function main(env: NodeJS.ProcessEnv): Promise<number | undefined> {
  try {
    await start(env)
    return undefined
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseError || isExpected(error))) throw error
    const path = env.DATABASE_PATH || DATABASE_PATH
    process.stderr.write(`${describeFileError(error, path) ?? (error as Error).message}\n`)
    return 1
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const manifest = readBuildManifest(DIST)
  if (config.siteUrl && config.siteUrl !== manifest.siteUrl)
    throw new ConfigError(
      `SITE_URL vaut ${config.siteUrl}, mais le site a été construit pour ${manifest.siteUrl} : relancez « npm run build » avec cette valeur.`,
    )
  // Someone may have taken words away since the build.
  const missing = missingWords()
  if (missing.length > 0)
    throw new ConfigError(`${missing.join('\n')}\n« npm run check:content » dit comment y remédier.`)
  // After the checks: importing Astro's handler loads the pages.
  const { handler } = await import(new URL('server/entry.mjs', DIST).href)
  const releaseLock = lockForServing(config.databasePath)
  const db = openReopeningDatabase(config.databasePath, steadyClock)
  const hash = emailHasher(config.databasePath)
  const erased = replayErasures(db, config.databasePath, hash)

  // The mail library is as large as the rest of the server: it is loaded only where e-mail is sent.
  const { openMail } = config.mail ? await import('./mail/open.ts') : {}
  const mail =
    config.mail &&
    openMail?.({ db, databasePath: config.databasePath, mail: config.mail, build: manifest, hash, clock: systemClock })
  const consent = createConsent(db, systemClock, systemRandom, mail?.announcer)
  const sender = mail?.start(consent)

  const services = createServices({
    db,
    databasePath: config.databasePath,
    hash,
    build: manifest,
    letters: createLetters({
      db,
      clock: systemClock,
      objections: createObjections(db, hash, systemClock),
      mail: config.mail,
      siteUrl: manifest.siteUrl,
      client: CLIENT,
    }),
    mail: mail && sender && { ...mail, consent, wake: sender.wake },
  })
  const headers = securityHeaders(manifest.siteUrl)
  const server = createHttpServer({
    files: filesOfBuild(headers),
    handler: handler as AstroHandler,
    services,
    headers,
    trustedProxies: config.trustedProxies,
  })
  const port = await listen(server, config)
  process.stdout.write(`${announcement(manifest, config, port, systemClock()).join('\n')}\n`)
  if (erased > 0) log(`erasures replayed: ${erased} rows`)

  const manager = createServiceManager(env)
  manager.ready()
  const stopPurge = startDailyPurge(db, systemClock)
  const stopHeartbeat = config.heartbeatUrl && startHeartbeat(config.heartbeatUrl, () => services.state().status)
  drainOnSignal(server, manager.stopping, async () => {
    stopPurge()
    if (stopHeartbeat) stopHeartbeat()
    // A message cut short here is sent later under the same Message-ID.
    await Promise.race([sender?.stop(), sleep(MAIL_STOP_MS)])
    db.close()
    releaseLock()
  })
}

function filesOfBuild(headers: Record<string, string>): Files {
  const headersFile = new URL(HEADERS_FILE, DIST)
  const pageHeaders = existsSync(headersFile) ? JSON.parse(readFileSync(headersFile, 'utf8')) : []
  return loadFiles(CLIENT, pageHeaders, headers)
}

/** Resolves to the port that was opened, which the system chooses when the configuration says 0. */
function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: CONNECTION_LIMITS.connections }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}

/** The lines that tell the operator where the site is, where submissions go, and what is still to be done. */
export function announcement(
  manifest: BuildManifest,
  { host, databasePath, mail }: Config,
  port: number,
  now: Date,
): string[] {
  const shown = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const lines = [
    `Hera est à l’adresse http://${shown}:${port}`,
    `Les formulaires sont enregistrés dans ${databasePath}`,
    mail
      ? `Les e-mails partent par SMTP_URL, de ${mail.from} ; les demandes vont à ${mail.to.join(', ')}.`
      : 'SMTP_URL n’est pas défini : aucun e-mail ne part, tout est enregistré.',
  ]
  if (manifest.missing.length > 0)
    lines.push(`À compléter dans src/content/company.yaml : ${manifest.missing.join(', ')}`)
  if (manifest.campaignEnds < dayInParis(now))
    lines.push(`La campagne du bandeau est finie depuis le ${manifest.campaignEnds} : voir src/content/facts.yaml.`)
  return lines
}

/** Failures that the operator mends without a stack trace: no build, a port in use, a folder that cannot be written. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && (/npm run build/.test(error.message) || 'code' in error)
}
