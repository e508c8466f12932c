import { HOUR_MS } from '../clock.ts'
import { startOfDayInParis } from '../paris-time.ts'

/** Hours after the beginning of a day in Paris at which the house is written to. */
export const MORNING_HOURS = 8

/**
 * The instant on a day (AAAA-MM-JJ) at which the house is written to, UTC ISO 8601: eight in the morning in Paris. Spans
 * from one morning to another follow each other without gap or overlap, whatever hours a change of the clock adds.
 */
export function morningOf(day: string): string {
  return new Date(Date.parse(startOfDayInParis(day) ?? '') + MORNING_HOURS * HOUR_MS).toISOString()
}
