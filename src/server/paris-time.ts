import { dayInParis, longDay } from '../forms/calendar.ts'
import { isDay } from '../forms/formats.ts'
import { DAY_MS, MINUTE_MS } from './clock.ts'

const ZONE = 'Europe/Paris'
const offset = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' })
const short = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })

/** Returns a function that formats an instant in French, in Paris time. */
function wordsFor(options: Intl.DateTimeFormatOptions): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: ZONE })
  return (instant) => format.format(instant).replace(/(^| )1 /, '$11er ')
}

const long = wordsFor({ dateStyle: 'long', timeStyle: 'medium' })
const dayMonth = wordsFor({ day: 'numeric', month: 'long' })
const weekday = wordsFor({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayAndYear = wordsFor({ dateStyle: 'full' })
const digits = wordsFor({ hour: '2-digit', minute: '2-digit' })

/** Formats the time of day in Paris: 9 h, 14 h 05. */
export function clockTime(instant: Date): string {
  const [hours = '', minutes = ''] = digits(instant).split(':')
  return `${Number(hours)} h${minutes === '00' ? '' : ` ${minutes}`}`
}

/** Formats a time (UTC ISO 8601) in Paris: 21 novembre 2026 à 10:04:05. */
export function longTimeInParis(iso: string): string {
  return long(new Date(iso))
}

/** Formats an instant without its year, in Paris: mardi 24 novembre à 9 h, à 17 h 30. */
export function hourInParis(instant: Date): string {
  return `${weekday(instant)} à ${clockTime(instant)}`
}

/** Formats a day (AAAA-MM-JJ) without its year: 7 décembre. */
export function dayAndMonth(day: string): string {
  return dayMonth(new Date(`${day}T12:00:00Z`))
}

/** Formats a time (UTC ISO 8601) in Paris: lundi 23 novembre 2026 à 14 h 05. */
export function momentInParis(iso: string): string {
  return `${weekdayAndYear(new Date(iso))} à ${clockTime(new Date(iso))}`
}

/** Formats a time (UTC ISO 8601) in Paris for a table: 2026-11-21 10:04. */
export function shortTimeInParis(iso: string): string {
  return short.format(new Date(iso))
}

/** Returns when a day (AAAA-MM-JJ) begins in Paris, UTC ISO 8601; undefined for a day that does not exist. */
export function startOfDayInParis(day: string): string | undefined {
  return instantInParis(`${day}T00:00`)
}

/** Returns the day a number of days after another one, both AAAA-MM-JJ; before it if the number is negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the time a number of calendar months before `now`, UTC ISO 8601; the last day of a month that is too short.
 */
export function monthsBefore(now: Date, months: number): string {
  return monthsAfter(now, -months)
}

/** Returns the time a number of calendar months after `now`, likewise. */
export function monthsAfter(now: Date, months: number): string {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() + months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then.toISOString()
}

/**
 * Returns the instant (UTC ISO 8601) of a day and time in Paris as a form sends them, AAAA-MM-JJTHH:MM; undefined if
 * invalid. A time skipped in spring becomes the time one hour later.
 */
export function instantInParis(local: string): string | undefined {
  const [, day = '', hours = '', minutes = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/.exec(local) ?? []
  if (!isDay(day) || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const written = Date.parse(`${day}T${hours}:${minutes}:00Z`)
  const ahead = (at: number) => {
    const [, sign = '', h = '', m = ''] = /GMT([+-])(\d{2}):(\d{2})/.exec(offset.format(new Date(at))) ?? []
    return Number(`${sign}1`) * (Number(h) * 60 + Number(m)) * MINUTE_MS
  }
  return new Date(written - ahead(written - ahead(written))).toISOString()
}

/** Returns the last instant (UTC ISO 8601) at which it was a time of day, such as 03:15, in Paris. */
export function lastTimeInParis(now: Date, time: string): string {
  const today = dayInParis(now)
  const [at = '', before = ''] = [today, daysAfter(today, -1)].map((day) => instantInParis(`${day}T${time}`))
  return now.toISOString() >= at ? at : before
}

/**
 * Formats a time (UTC ISO 8601) in Paris relative to now: aujourd’hui à 9 h 05, hier à 21 h, le 3 mai à 14 h 20, le 3
 * mai 2025. A future time always includes its hour.
 */
export function relativeTimeInParis(iso: string, now: Date): string {
  const then = new Date(iso)
  const [day, today] = [dayInParis(then), dayInParis(now)]
  const at = clockTime(then)
  if (day === today) return `aujourd’hui à ${at}`
  if (daysAfter(day, 1) === today) return `hier à ${at}`
  if (day.slice(0, 4) === today.slice(0, 4)) return `le ${dayAndMonth(day)} à ${at}`
  return then > now ? `le ${longDay(iso)} à ${at}` : `le ${longDay(iso)}`
}
