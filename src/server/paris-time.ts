const ZONE = 'Europe/Paris'
const long = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'medium', timeZone: ZONE })
const offset = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' })
const short = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })

/** An instant in words, in Paris: 21 novembre 2026 à 10:04:05. */
export function momentInParis(iso: string): string {
  return long.format(new Date(iso))
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

/** An instant in a column, in Paris: 2026-11-21 10:04. */
export function minuteInParis(iso: string): string {
  return short.format(new Date(iso))
}

/** The instant at which a day begins in Paris, UTC ISO text; undefined for what is not a day, AAAA-MM-JJ. */
export function startInParis(day: string): string | undefined {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined
  if (!midnight || Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined
  const sign = /GMT([+-]\d{2}):(\d{2})/.exec(offset.format(midnight))
  return new Date(midnight.getTime() - Number(sign?.[1] ?? 0) * 3_600_000).toISOString()
}

/** The day after, AAAA-MM-JJ. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The instant so many calendar months before another, UTC ISO text; the last day of a shorter month. */
export function monthsBefore(now: Date, months: number): string {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then.toISOString()
}
