import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dayInParis } from '../forms/calendar.ts'
import { type BuildManifest, HEADERS_FILE, isSameBuild, readBuildManifest, wrongAddress } from './build-manifest.ts'
import { systemClock } from './clock.ts'
import { bareAddress, type Config, DATABASE_PATH, houseAddress, isPublic, readConfig } from './config.ts'
import { openCheckedDatabase } from './database/check-schema.ts'
import { type Database, openDatabase } from './database/database.ts'
import { describeFileError, mayPass } from './database/database-error.ts'
import { lockForServing } from './database/serving-lock.ts'
import { watchFile } from './database/watch-file.ts'
import { purgeDeskAccess } from './desk/access/sessions.ts'
import { ExpectedError, isExpected } from './expected-error.ts'
import { drainOnSignal } from './http/drain.ts'
import { type Files, loadFiles } from './http/files.ts'
import { listen } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type AstroHandler, createHttpServer } from './http/server.ts'
import { startDailyPurge } from './leads/retention/daily-purge.ts'
import { replayErasures } from './leads/retention/replay-erasures.ts'
import { log, logProblem } from './log.ts'
import type { IncomingNeeds } from './mail/incoming/take-mail.ts'
import { startNightlyCopies } from './operations/backup/nightly.ts'
import { withRemedy } from './operations/diagnosis.ts'
import { startHeartbeat } from './operations/heartbeat.ts'
import { createServiceManager } from './operations/service-manager.ts'
import { oldKeyState } from './operations/state/database-state.ts'
import { missingTexts } from './operations/state/site-state.ts'
import { createKeyedHash, recordKey } from './people/keyed-hash.ts'
import { createServices } from './services.ts'

const DIST = new URL('../../dist/', import.meta.url)
const CLIENT = fileURLToPath(new URL('client/', DIST))
/** How long the shutdown waits for the e-mail that is being sent, in milliseconds. */
const MAIL_STOP_MS = 5000
/** How often the server checks that its database file is still in its place, or can be opened, in milliseconds. */
const FILE_CHECK_MS = 1000

/** Starts the server, which runs until a signal. If it cannot start, prints why and returns the exit code. */
export async function main(env: NodeJS.ProcessEnv): Promise<number | undefined> {
  try {
    await start(env)
    return undefined
  } catch (error) {
    if (!isExpected(error)) throw error
    const path = env.DATABASE_PATH || DATABASE_PATH
    process.stderr.write(`${describeFileError(error, path) ?? error.message}\n`)
    return 1
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const manifest = readBuildManifest(DIST)
  if (config.siteUrl && config.siteUrl !== manifest.siteUrl)
    throw new ExpectedError(wrongAddress(config.siteUrl, manifest.siteUrl))
  // Texts may have been removed since the build.
  const missing = missingTexts()
  if (missing.length > 0)
    throw new ExpectedError(`${missing.join('\n')}\n« npm run check:content » dit comment y remédier.`)
  // Imported after the checks, because Astro's handler loads the pages.
  const { handler } = await import(new URL('server/entry.mjs', DIST).href)
  const releaseLock = lockForServing(config.databasePath)
  // Loaded only if e-mail is sent, because the mail library is as large as the rest of the server.
  const { openMail } = config.mail ? await import('./open-mail.ts') : {}
  const startIncoming = await incomingOf(config)
  const { databasePath } = config
  const hash = createKeyedHash(databasePath)
  const { imapUrl } = config
  const given = {
    databasePath,
    hash,
    build: manifest,
    clock: systemClock,
    client: CLIENT,
    imapUrl,
    mailConfig: config.mail,
  }

  /** Creates everything that uses an open database. */
  function connect(db: Database) {
    const isReplaced = watchFile(databasePath)
    recordKey(db, hash)
    const erased = replayErasures(db, databasePath, hash)
    if (erased > 0) log(`erasures replayed: ${erased} rows`)
    const running = () => ({ buildIsWhole: isSameBuild(DIST, manifest) })
    const mail = config.mail && openMail?.({ ...given, db, mail: config.mail })
    const services = createServices({ ...given, running, db, isReplaced, mail })
    return {
      db,
      isReplaced,
      services,
      /** Starts the background jobs; returns a function that stops them. */
      startJobs() {
        mail?.sender.wake()
        const stopCopies = startNightlyCopies(db, databasePath, systemClock)
        const stopPurge = startDailyPurge(db, systemClock, purgeDeskAccess)
        const stopIncoming = startIncoming?.({ db, ...given, writers: mail?.writers, own: ownAddresses(config) })
        return (): Promise<unknown> => {
          stopCopies()
          stopPurge()
          stopIncoming?.()
          // An interrupted message is sent again later with the same Message-ID.
          return Promise.race([mail?.sender.stop(), sleep(MAIL_STOP_MS)])
        }
      },
    }
  }

  /** Opens the database; returns undefined while its disk is full or another process holds the lock. */
  function tryToConnect() {
    let db: Database | undefined
    try {
      db = openCheckedDatabase(databasePath)
      return connect(db)
    } catch (error) {
      db?.close()
      if (mayPass(error)) return undefined
      throw error
    }
  }

  /** Services with a closed database: whatever needs it gets 503, and pages are served. */
  function openWithoutDatabase() {
    const db = openDatabase(':memory:')
    const services = createServices({ ...given, db })
    db.close()
    return services
  }

  let connected = tryToConnect()
  if (!connected)
    logProblem('database', `${databasePath} ne peut pas être ouverte pour le moment : seules les pages sont servies.`)
  // Stays the same object, because the request handlers refer to it.
  const services = connected?.services ?? openWithoutDatabase()
  const headers = securityHeaders(manifest.siteUrl)
  const server = createHttpServer({
    files: filesOfBuild(headers),
    handler: handler as AstroHandler,
    services,
    headers,
    trustedProxies: config.trustedProxies,
  })
  const port = await listen(server, config, env)
  process.stdout.write(`${announcement(manifest, config, port, systemClock()).join('\n')}\n`)
  const oldKey = connected && oldKeyState(connected.db, databasePath)
  if (oldKey) logProblem('database', withRemedy(oldKey))

  const manager = createServiceManager(env)
  manager.ready()
  let stopJobs = connected?.startJobs()
  const fileTimer = setInterval(() => {
    // What is committed to a replaced file is lost, and closing it would delete the log of the new one.
    if (connected?.isReplaced()) end(`${databasePath} a été remplacée pendant que Hera tournait : relancez Hera.`)
    if (connected) return
    try {
      connected = tryToConnect()
    } catch (error) {
      end(describeFileError(error, databasePath) ?? String(error))
    }
    if (!connected) return
    Object.assign(services, connected.services)
    stopJobs = connected.startJobs()
    log('database opened')
  }, FILE_CHECK_MS)
  const stopHeartbeat = config.heartbeatUrl && startHeartbeat(config.heartbeatUrl, () => services.state().status)
  drainOnSignal(server, manager.stopping, async () => {
    clearInterval(fileTimer)
    if (stopHeartbeat) stopHeartbeat()
    await stopJobs?.()
    connected?.db.close()
    releaseLock()
  })
}

/** Ends the process with a sentence. */
function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function filesOfBuild(headers: Record<string, string>): Files {
  const headersFile = new URL(HEADERS_FILE, DIST)
  const pageHeaders = existsSync(headersFile) ? JSON.parse(readFileSync(headersFile, 'utf8')) : []
  return loadFiles(CLIENT, pageHeaders, headers)
}

/** Returns what starts to read IMAP_URL; undefined without it. Loaded only then, because its library is large. */
async function incomingOf({ imapUrl }: Config) {
  if (!imapUrl) return undefined
  const { createOpenMailbox } = await import('./mail/incoming/inbox.ts')
  const { startIncoming } = await import('./mail/incoming/incoming.ts')
  const open = createOpenMailbox(imapUrl)
  return (needs: IncomingNeeds) => startIncoming(needs, open)
}

/** Returns the bare addresses of the house, whose own mail is nobody's answer. */
function ownAddresses({ mail, imapUrl }: Config): string[] {
  if (!mail) return []
  const all = [mail.from, houseAddress(mail.from, imapUrl), ...mail.to, ...Object.values(mail.toByForm).flat()]
  return all.map((address) => bareAddress(address).toLowerCase())
}

/** Returns the lines printed at the start for the operator: address, database, e-mail, and content to complete. */
export function announcement(
  manifest: BuildManifest,
  { host, databasePath, mail }: Config,
  port: number,
  now: Date,
): string[] {
  const shown = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const lines = [
    isPublic(manifest.siteUrl)
      ? `Hera répond à ${manifest.siteUrl}, derrière un proxy, et écoute sur ${shown}:${port}`
      : `Hera est à l’adresse http://${shown}:${port}`,
    `Les formulaires sont enregistrés dans ${databasePath}`,
    'Pour les lire et y répondre : npm run --silent hera -- desk',
    mail
      ? `Les e-mails partent par SMTP_URL, de ${mail.from} ; les demandes vont à ${mail.to.join(', ')}.`
      : 'SMTP_URL n’est pas défini : aucun e-mail ne part, tout est enregistré.',
    // A public site must acknowledge withdrawals (Code de la consommation L. 221-21).
    ...(!mail && isPublic(manifest.siteUrl)
      ? [
          'L’accusé d’une rétractation s’affiche et se télécharge ; sans SMTP_URL, il n’est pas envoyé, et personne n’est averti.',
        ]
      : []),
  ]
  const count = manifest.missing.length
  if (count > 0)
    lines.push(`${count} ${count > 1 ? 'faits manquent' : 'fait manque'} à la maison : npm run check:launch les nomme.`)
  if (manifest.campaignEnds < dayInParis(now))
    lines.push(`La campagne du bandeau est finie depuis le ${manifest.campaignEnds} : voir src/content/facts.yaml.`)
  return lines
}
