/** Minimum age of an ambassador, in years. */
export const YOUNGEST_AMBASSADOR = 15
/** Age from which no legal representative has to consent (Code civil art. 388 and 414). */
export const MAJORITY = 18

/** Returns the whole years from a birth date to a day, both AAAA-MM-JJ. Born on 29 February counts from 1 March. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** Created on first use and kept, because each formatter takes about 40 kB of native memory. */
let paris: Intl.DateTimeFormat | undefined
let words: Intl.DateTimeFormat | undefined

/** Returns the day in Paris, AAAA-MM-JJ. */
export function dayInParis(now: Date): string {
  paris ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' })
  return paris.format(now)
}

/** Returns the day in Paris of a time (UTC, ISO 8601) or of AAAA-MM-JJ in words: 21 novembre 2026. */
export function longDay(iso: string): string {
  words ??= new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })
  return firstOf(words.format(new Date(iso)))
}

/** Writes the first day of a month as French does: 1er mai. */
export function firstOf(day: string): string {
  return day.replace(/^1 /, '1er ')
}

/**
 * Returns the day on the clock of this device, AAAA-MM-JJ. Only for the check in the browser, because creating a
 * date formatter takes 100 ms on a slow phone; the server checks again with the day in Paris.
 */
export function localDay(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
