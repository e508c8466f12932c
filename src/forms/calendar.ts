/** Youngest age at which the house accepts an ambassador's application. */
export const YOUNGEST_AMBASSADOR = 15
/** Age from which no legal representative has to agree (Code civil art. 388 and 414). */
export const MAJORITY = 18

/** Whole years from a day of birth to another day, both AAAA-MM-JJ; someone born on 29 February ages on 1 March. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** Created once, because each formatter keeps about 40 kB of native memory, and only where it is needed. */
let paris: Intl.DateTimeFormat | undefined
let words: Intl.DateTimeFormat | undefined

const HOUR_MS = 3_600_000
let lastHour = { hour: Number.NaN, day: '' }

/** The day in Paris at an instant, AAAA-MM-JJ. It changes on the hour; to format it took 3 % of a stored submission. */
export function dayInParis(now: Date): string {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  if (hour !== lastHour.hour) {
    paris ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' })
    lastHour = { hour, day: paris.format(now) }
  }
  return lastHour.day
}

/** The day of a time (UTC ISO 8601) or of AAAA-MM-JJ in words, in Paris: 21 novembre 2026. */
export function longDay(iso: string): string {
  words ??= new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })
  return firstOf(words.format(new Date(iso)))
}

/** A day in words whose month, where it is the first, begins as French wants it: 1er mai. */
export function firstOf(day: string): string {
  return day.replace(/^1 /, '1er ')
}

/**
 * The day on the clock of this device, AAAA-MM-JJ. For the check in the browser, which the server repeats with the day in
 * Paris: a slow phone takes a tenth of a second to make a formatter of dates.
 */
export function dayHere(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
