import type { Database } from '../../database/database.ts'
import { readFact } from '../../database/small-facts.ts'
import { newestLead } from '../statistics.ts'

/** How far the clock may be ahead of the last known time before it is doubted, in milliseconds. */
const PLAUSIBLE_MS = 7 * 86_400_000

/**
 * Returns the last time at which the clock was plausible, UTC ISO 8601: the last purge, or before the first purge the
 * later of last backup and newest row; undefined in an empty database.
 */
export function lastKnownTime(db: Database): string | undefined {
  return (
    readFact(db, 'purge') ??
    [readFact(db, 'backup'), newestLead(db)]
      .filter((at) => at !== undefined)
      .sort()
      .at(-1)
  )
}

/**
 * True if the clock is so far ahead of the last known time that it may be wrong, or the site was off for long. Nothing
 * is then deleted or given up because of its age until a person confirms the clock.
 */
export function isClockDoubted(db: Database, now: Date): boolean {
  const known = lastKnownTime(db)
  return known !== undefined && now.getTime() - Date.parse(known) > PLAUSIBLE_MS
}
