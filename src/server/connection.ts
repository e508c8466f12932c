import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BuildManifest } from './build-manifest.ts'
import { systemClock } from './clock.ts'
import { bareAddress, type Config, houseAddress } from './config.ts'
import { openCheckedDatabase } from './database/check-schema.ts'
import { type Database, openDatabase } from './database/database.ts'
import { mayPass } from './database/database-error.ts'
import { purgeDeskAccess } from './desk/access/sessions.ts'
import { startDailyPurge } from './leads/retention/daily-purge.ts'
import { replayErasures } from './leads/retention/replay-erasures.ts'
import { log } from './log.ts'
import type { IncomingNeeds } from './mail/incoming/take-mail.ts'
import { startNightlyCopies } from './operations/backup/nightly.ts'
import { createKeyedHash, recordKey } from './people/keyed-hash.ts'
import { createServices, type Services } from './services.ts'

/** Folder of the built static files. */
export const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url))
/** How long the shutdown waits for the e-mail that is being sent, in milliseconds. */
const MAIL_STOP_MS = 5000

/** What a connection needs, read once at the start. */
export type Surroundings = Awaited<ReturnType<typeof readSurroundings>>

/** Reads the key beside the database and loads the mail libraries, each only if it is used, because they are large. */
export async function readSurroundings(config: Config, build: BuildManifest) {
  const { databasePath, mail, imapUrl } = config
  const hash = createKeyedHash(databasePath)
  const { openMail } = mail ? await import('./open-mail.ts') : {}
  const { createOpenMailbox } = imapUrl ? await import('./mail/incoming/inbox.ts') : {}
  const { startIncoming } = imapUrl ? await import('./mail/incoming/incoming.ts') : {}
  return {
    databasePath,
    hash,
    build,
    clock: systemClock,
    client: CLIENT,
    imapUrl,
    mailConfig: mail,
    openMail,
    startIncoming,
    openMailbox: imapUrl === undefined ? undefined : createOpenMailbox?.(imapUrl),
  }
}

/** Everything that uses an open database. */
export interface Connection {
  db: Database
  /** True once the file was replaced, so that a commit would be lost. */
  isReplaced: () => boolean
  services: Services
  /** Starts the background jobs; returns a function that stops them. */
  startJobs: () => () => Promise<unknown>
}

/** Opens the database; returns undefined while its disk is full or another process holds the lock. */
export function connect(given: Surroundings): Connection | undefined {
  let db: Database | undefined
  try {
    db = openCheckedDatabase(given.databasePath)
    return connectTo(db, given)
  } catch (error) {
    db?.close()
    if (mayPass(error)) return undefined
    throw error
  }
}

function connectTo(db: Database, given: Surroundings): Connection {
  const { databasePath, hash, clock, mailConfig, openMail } = given
  const isReplaced = watchFile(databasePath)
  recordKey(db, hash)
  const erased = replayErasures(db, databasePath, hash)
  if (erased > 0) log(`erasures replayed: ${erased} rows`)
  const mail = mailConfig && openMail?.({ ...given, db, mail: mailConfig })
  return {
    db,
    isReplaced,
    services: createServices({ ...given, db, isReplaced, mail }),
    startJobs() {
      mail?.sender.wake()
      const stops = [
        startNightlyCopies(db, databasePath, clock),
        startDailyPurge(db, clock, purgeDeskAccess),
        readMailbox(db, given, mail?.writers),
      ]
      return () => {
        for (const stop of stops) stop?.()
        // An interrupted message is sent again later with the same Message-ID.
        return Promise.race([mail?.sender.stop(), sleep(MAIL_STOP_MS)])
      }
    },
  }
}

/**
 * Returns a function that is true once an open database file, or its log, was replaced or removed. In WAL mode SQLite
 * goes on committing to a file that nobody can open any more, so the process must end (docs/decisions/0012).
 */
function watchFile(path: string): () => boolean {
  if (path === ':memory:') return () => false
  const identify = () => [path, `${path}-wal`].map(fileId).join()
  const opened = identify()
  return () => identify() !== opened
}

function fileId(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}

/** Starts to read IMAP_URL, if there is one; returns a function that stops it. */
function readMailbox(db: Database, given: Surroundings, writers: IncomingNeeds['writers']) {
  const { startIncoming, openMailbox, mailConfig, imapUrl } = given
  if (!startIncoming || !openMailbox) return undefined
  const { from, to, toByForm } = mailConfig ?? { from: '', to: [], toByForm: {} }
  const all = mailConfig ? [from, houseAddress(from, imapUrl), ...to, ...Object.values(toByForm).flat()] : []
  const own = all.map((address) => bareAddress(address).toLowerCase())
  return startIncoming({ ...given, db, writers, own }, openMailbox)
}

/** Services with a closed database: whatever needs it gets 503, and pages are served. */
export function servicesWithoutDatabase(given: Surroundings): Services {
  const db = openDatabase(':memory:')
  const services = createServices({ ...given, db })
  db.close()
  return services
}
