/** Returns the current time; a parameter, so that tests can pass a fake clock. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Monotonic clock for durations: the start of this process plus the elapsed time, even if the system clock is set. */
export const steadyClock: Clock = () => new Date(performance.timeOrigin + performance.now())

/** Lengths of time, in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Returns the time a number of milliseconds before another one, UTC ISO 8601. */
export function before(time: Date, ms: number): string {
  return new Date(time.getTime() - ms).toISOString()
}
