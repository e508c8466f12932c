import { join } from 'node:path'
import { dayInParis } from '../../../forms/calendar.ts'
import { type Clock, MINUTE_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { lastFailure, lastRun, recordFailure } from '../../database/small-facts.ts'
import { isClockDoubted } from '../../leads/retention/known-time.ts'
import { log, logError } from '../../log.ts'
import { daysAfter, instantInParis } from '../../paris-time.ts'
import { repeat } from '../../repeat.ts'
import { backUp } from './backup.ts'
import { copiesFolder, copyName, removeOldCopies } from './copies.ts'

/** In Paris, when few visit. */
const HOUR = '03:15'
/** Pause after a failure, in milliseconds. */
const RETRY_MS = 60 * MINUTE_MS

/**
 * Copies the database every night at a quarter past three in Paris, into `sauvegardes/` beside it; a night that was
 * missed is made up for. Returns a function that stops it.
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
  const failed = lastFailure(db, 'backup')
  if (failed && Math.abs(now.getTime() - Date.parse(failed)) < RETRY_MS) return false
  const today = dayInParis(now)
  const [tonight = '', before = ''] = [today, daysAfter(today, -1)].map((day) => instantInParis(`${day}T${HOUR}`))
  const since = now.toISOString() >= tonight ? tonight : before
  const last = lastRun(db, 'backup')
  // A copy dated ahead was made while the clock was wrong.
  return last === undefined || last < since || Date.parse(last) > now.getTime() + RETRY_MS
}

/** Makes the copy and removes those that are too old; records a failure for the state of the installation. */
export async function copyTonight(db: Database, databasePath: string, clock: Clock): Promise<void> {
  try {
    const target = join(copiesFolder(databasePath), copyName(clock()))
    // Read first: the copy itself is a time that the clock is compared with.
    const isDoubted = isClockDoubted(db, clock())
    await backUp(db, databasePath, target, clock)
    const removed = isDoubted ? 0 : removeOldCopies(databasePath, target, clock())
    log(`backup ${target}${removed > 0 ? ` removed=${removed}` : ''}`)
  } catch (error) {
    recordFailure(db, 'backup', clock())
    throw error
  }
}
