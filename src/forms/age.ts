/** Youngest age at which the house accepts an ambassador's application. */
export const YOUNGEST_AMBASSADOR = 15
/** Age from which nobody's agreement but the person's own is needed. */
export const MAJORITY = 18

/** Whole years from a day of birth to another day, both AAAA-MM-JJ; someone born on 29 February ages on 1 March. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** Made once: each holds some 40 kB outside the heap, which the collector does not hurry to give back. */
const PARIS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' })

/** The day in Paris at an instant, AAAA-MM-JJ. */
export function dayInParis(now: Date): string {
  return PARIS.format(now)
}
