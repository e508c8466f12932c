/** The time now; passed in so that tests can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/**
 * For measuring how long something lasts in this process: it goes on evenly when somebody sets the clock of the machine.
 * Its date is that of the start plus what has passed since.
 */
export const steadyClock: Clock = () => new Date(performance.timeOrigin + performance.now())
