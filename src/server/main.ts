import { existsSync, readFileSync } from 'node:fs'
import { announcement } from './announcement.ts'
import { type BuildManifest, HEADERS_FILE, readBuildManifest, wrongAddress } from './build-manifest.ts'
import { type Config, DATABASE_PATH, readConfig } from './config.ts'
import { CLIENT, connect, readSurroundings, servicesWithoutDatabase } from './connection.ts'
import { describeFileError } from './database/database-error.ts'
import { lockForServing } from './database/serving-lock.ts'
import { ExpectedError, isExpected } from './expected-error.ts'
import { drainOnSignal } from './http/drain.ts'
import { type Files, loadFiles } from './http/files.ts'
import { listen } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createHttpServer } from './http/server.ts'
import { log, logProblem } from './log.ts'
import { startHeartbeat } from './operations/heartbeat.ts'
import { createServiceManager } from './operations/service-manager.ts'
import { keyPath } from './people/keyed-hash.ts'

const DIST = new URL('../../dist/', import.meta.url)
/** How often the server checks that its database file is still in its place, or can be opened, in milliseconds. */
const FILE_CHECK_MS = 1000
const LOST =
  'vérifiez DATABASE_PATH ; si le fichier est perdu, arrêtez Hera et remettez une copie de sauvegardes/ par « hera restore FICHIER ».'

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
  assertBuildFits(config, manifest)
  // Imported after the checks, because Astro's handler loads the pages.
  const { handler } = await import(new URL('server/entry.mjs', DIST).href)
  const { databasePath, trustedProxies } = config
  const releaseLock = lockForServing(databasePath)
  // Read first: what follows creates a missing key and a missing database.
  const isLost = existsSync(keyPath(databasePath)) && !existsSync(databasePath)
  const given = await readSurroundings(config, manifest)
  let connection = connect(given)
  if (connection && isLost)
    logProblem('database', `${databasePath} est neuve et vide, sa clé est plus ancienne : ${LOST}`)
  if (!connection)
    logProblem('database', `${databasePath} ne peut pas être ouverte pour le moment : seules les pages sont servies.`)
  // Stays the same object, because the request handlers refer to it.
  const services = connection?.services ?? servicesWithoutDatabase(given)
  const headers = securityHeaders(manifest.siteUrl)
  const server = createHttpServer({ files: filesOfBuild(headers), handler, services, headers, trustedProxies })
  const port = await listen(server, config, env)
  process.stdout.write(`${announcement(manifest, config, port).join('\n')}\n`)

  const manager = createServiceManager(env)
  manager.ready()
  let stopJobs = connection?.startJobs()
  const fileTimer = setInterval(() => {
    // What is committed to a replaced file is lost, and closing it would delete the log of the new one.
    if (connection?.isReplaced()) end(`${databasePath} a été remplacée pendant que Hera tournait : relancez Hera.`)
    if (connection) return
    try {
      connection = connect(given)
    } catch (error) {
      end(describeFileError(error, databasePath) ?? String(error))
    }
    if (!connection) return
    Object.assign(services, connection.services)
    stopJobs = connection.startJobs()
    log('database opened')
  }, FILE_CHECK_MS)
  const stopHeartbeat = config.heartbeatUrl && startHeartbeat(config.heartbeatUrl, () => services.state().status)
  drainOnSignal(server, manager.stopping, async () => {
    clearInterval(fileTimer)
    if (stopHeartbeat) stopHeartbeat()
    await stopJobs?.()
    connection?.db.close()
    releaseLock()
  })
}

/** Throws ExpectedError if the build is for another address. */
function assertBuildFits({ siteUrl }: Config, manifest: BuildManifest): void {
  if (siteUrl && siteUrl !== manifest.siteUrl) throw new ExpectedError(wrongAddress(siteUrl, manifest.siteUrl))
}

function filesOfBuild(headers: Record<string, string>): Files {
  const headersFile = new URL(HEADERS_FILE, DIST)
  const pageHeaders = existsSync(headersFile) ? JSON.parse(readFileSync(headersFile, 'utf8')) : []
  return loadFiles(CLIENT, pageHeaders, headers)
}

/** Ends the process with a sentence. */
function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
