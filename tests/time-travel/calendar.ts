/** Calendar arithmetic for the rules of a story, independent of the tested source. Instants are in milliseconds. */

const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Waits shorter and longer than each retention period. */
export const SPANS = {
  'one minute': MINUTE,
  'eleven minutes': 11 * MINUTE,
  'one hour': HOUR,
  'one day': DAY,
  '13 days': 13 * DAY,
  '29 days': 29 * DAY,
  '30 days': 30 * DAY,
  '31 days': 31 * DAY,
  '90 days': 90 * DAY,
  '300 days': 300 * DAY,
  '366 days': 366 * DAY,
  'two years': 731 * DAY,
} as const

/** Dates that are error-prone in a calendar. */
export const MOMENTS = ['the end of a month', 'a leap day', 'summer time', 'winter time'] as const

/** Returns the next such moment after an instant. */
export function nextMoment(at: number, moment: (typeof MOMENTS)[number]): number {
  for (let day = Math.floor(at / DAY) * DAY + DAY; ; day += DAY) {
    const [month, date] = [new Date(day).getUTCMonth(), new Date(day).getUTCDate()]
    const lastSunday = new Date(day).getUTCDay() === 0 && date > 24
    if (moment === 'the end of a month' && new Date(day + DAY).getUTCDate() === 1) return day + 23 * HOUR
    if (moment === 'a leap day' && month === 1 && date === 29) return day + 12 * HOUR
    // The Union changes its clocks at one o’clock UTC (directive 2000/84/CE).
    if (moment === 'summer time' && month === 2 && lastSunday) return day + HOUR
    if (moment === 'winter time' && month === 9 && lastSunday) return day + HOUR
  }
}

/**
 * Returns the instant some months later. If that month is too short, both its last day (`earliest`) and the day after
 * it (`latest`) are lawful.
 */
export function monthsAfter(at: number, months: number): { earliest: number; latest: number } {
  const start = new Date(at)
  const latest = new Date(at)
  latest.setUTCMonth(start.getUTCMonth() + months)
  const earliest = new Date(latest)
  if (latest.getUTCDate() !== start.getUTCDate()) earliest.setUTCDate(0)
  return { earliest: earliest.getTime(), latest: latest.getTime() }
}

const PARIS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' })

/** Returns the date in Paris, YYYY-MM-DD. */
export function parisDay(at: number): string {
  return PARIS.format(at)
}
