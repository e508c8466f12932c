import { startOfDayInParis } from '../paris-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hours after the beginning of a day in Paris at which the house is written to. */
export const MORNING_HOURS = 8

/**
 * The instant on a day (AAAA-MM-JJ) at which the house is written to, UTC ISO 8601: eight in the morning in Paris. Spans
 * from one morning to another follow each other without gap or overlap, whatever hours a change of the clock adds.
 */
export function morningOf(day: string): string {
  return new Date(Date.parse(startOfDayInParis(day) ?? '') + MORNING_HOURS * HOUR_MS).toISOString()
}

/** The day so many days after a day, both AAAA-MM-JJ; before it where the number is negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
