import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Clock, MINUTE_MS } from '../../clock.ts'
import { type Database, DatabaseError } from '../../database/database.ts'
import { readFact, recordFailure } from '../../database/small-facts.ts'
import { isClockDoubted } from '../../leads/retention/known-time.ts'
import { log, logError } from '../../log.ts'
import { lastTimeInParis } from '../../paris-time.ts'
import { repeat } from '../../repeat.ts'
import { backUp } from './backup.ts'
import { copiesFolder, copyName, removeOldCopies } from './copies.ts'

/** In Paris, when few visit. */
const HOUR = '03:15'
/** Pause after a failure, in milliseconds. */
const RETRY_MS = 60 * MINUTE_MS
const CHECK = fileURLToPath(new URL('check-copy.ts', import.meta.url))

/**
 * Copies the database every night at a quarter past three in Paris, into `sauvegardes/` beside it; a night that was
 * missed is made up for. A child process verifies the copy, so that no visitor waits for it. Returns a function that
 * stops it.
 */
export function startNightlyCopies(db: Database, databasePath: string, clock: Clock): () => void {
  return repeat(async () => {
    try {
      if (isDue(db, clock())) await copyTonight(db, databasePath, clock)
    } catch (error) {
      logError('backup', error)
    }
    return MINUTE_MS
  })
}

/** True if no copy was made since the last quarter past three, and none failed within the last hour. */
export function isDue(db: Database, now: Date): boolean {
  const failed = readFact(db, 'backup-failed')
  if (failed && Math.abs(now.getTime() - Date.parse(failed)) < RETRY_MS) return false
  const since = lastTimeInParis(now, HOUR)
  const last = readFact(db, 'backup')
  // A copy dated ahead was made while the clock was wrong.
  return last === undefined || last < since || Date.parse(last) > now.getTime() + RETRY_MS
}

/** Makes the copy and removes those that are too old; records a failure for the state of the installation. */
export async function copyTonight(db: Database, databasePath: string, clock: Clock): Promise<void> {
  try {
    const target = join(copiesFolder(databasePath), copyName(clock()))
    // Read first: the copy itself is a time that the clock is compared with.
    const isDoubted = isClockDoubted(db, clock())
    await backUp(db, databasePath, target, clock, checkInChild)
    const removed = isDoubted ? 0 : removeOldCopies(databasePath, target, clock())
    log(`backup ${target}${removed > 0 ? ` removed=${removed}` : ''}`)
  } catch (error) {
    recordFailure(db, 'backup', clock())
    throw error
  }
}

/** Verifies every page of a copy in a process of its own. Rejects with DatabaseError. */
async function checkInChild(path: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [CHECK, path])
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new DatabaseError(stderr.trim() || `${path} n’a pas pu être vérifié.`)
  }
}
