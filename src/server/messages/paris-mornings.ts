import { HOUR_MS } from '../clock.ts'
import { startOfDayInParis } from '../paris-time.ts'

/** Hours after midnight in Paris at which daily messages to MAIL_TO are queued. */
export const MORNING_HOURS = 8

/**
 * Returns the instant MORNING_HOURS after midnight of a day (AAAA-MM-JJ) in Paris, UTC ISO 8601. Periods from one
 * morning to another have neither gap nor overlap when the clocks change.
 */
export function morningOf(day: string): string {
  return new Date(Date.parse(startOfDayInParis(day) ?? '') + MORNING_HOURS * HOUR_MS).toISOString()
}
