/** The time now; passed in so that tests can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/**
 * For measuring how long something lasts in this process: it goes on evenly when somebody sets the clock of the machine.
 * Its date is that of the start plus what has passed since.
 */
export const steadyClock: Clock = () => new Date(performance.timeOrigin + performance.now())

/** Lengths of time, in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
