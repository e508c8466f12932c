import { isDay } from '../forms/fields.ts'

const ZONE = 'Europe/Paris'
const long = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'medium', timeZone: ZONE })
const offset = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' })
const short = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })

/** A time (UTC ISO 8601) in words, in Paris: 21 novembre 2026 à 10:04:05. */
export function longTimeInParis(iso: string): string {
  return long.format(new Date(iso))
}

const day = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE })

/** The day of a time (UTC ISO 8601) or of AAAA-MM-JJ in words, in Paris: 21 novembre 2026. */
export function longDay(iso: string): string {
  return day.format(new Date(iso)).replace(/^1 /, '1er ')
}

const relative = new Intl.RelativeTimeFormat('fr', { numeric: 'auto' })
/** Units of a time that has passed, from so many milliseconds on. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago a time (UTC ISO 8601) was, in words: il y a 3 heures, hier, à l’instant. */
export function elapsed(iso: string, now: Date): string {
  const passed = now.getTime() - Date.parse(iso)
  const [unit, ms] = UNITS.find(([, least]) => passed >= least) ?? []
  return unit && ms ? relative.format(-Math.floor(passed / ms), unit) : 'à l’instant'
}

const hour = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  timeZone: ZONE,
})
const HOUR_MS = 3_600_000

/** The full hour that an instant lies in or before, in words, in Paris: mardi 24 novembre à 9 h, or à minuit. */
export function hourInParis(instant: Date): string {
  const end = Math.ceil(instant.getTime() / HOUR_MS) * HOUR_MS
  const [words = '', at = ''] = hour.format(new Date(end)).split(' à ')
  // Midnight is the end of a day for a reader, and the beginning of the next one for the calendar.
  return at.startsWith('00')
    ? `${hour.format(new Date(end - 1)).split(' à ')[0]} à minuit`
    : `${words} à ${at.replace(/^0/, '')}`
}

/** A time (UTC ISO 8601) for the column of a table, in Paris: 2026-11-21 10:04. */
export function shortTimeInParis(iso: string): string {
  return short.format(new Date(iso))
}

/** The time at which a day (AAAA-MM-JJ) begins in Paris, UTC ISO 8601; undefined for a day that does not exist. */
export function startOfDayInParis(day: string): string | undefined {
  if (!isDay(day)) return undefined
  const midnight = new Date(`${day}T00:00:00Z`)
  const sign = /GMT([+-]\d{2}):(\d{2})/.exec(offset.format(midnight))
  return new Date(midnight.getTime() - Number(sign?.[1] ?? 0) * 3_600_000).toISOString()
}

/** The day after a day, both AAAA-MM-JJ. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The time so many calendar months before `now`, UTC ISO 8601; in a month that is too short, on its last day. */
export function monthsBefore(now: Date, months: number): string {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then.toISOString()
}
