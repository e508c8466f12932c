import { isDay } from '../../forms/formats.ts'

/** A time during which the house is closed: first and last day, AAAA-MM-JJ, and the reason shown to readers. */
export interface Closure {
  from: string
  to: string
  reason: string
}

/** Opening and closing time of a day, in minutes after midnight in Paris. */
interface Hours {
  opens: number
  closes: number
}

/** When the house answers (facts.yaml: horaires_semaine, horaires_samedi, fermetures). */
export interface Opening {
  week: Hours | undefined
  saturday: Hours | undefined
  closures: readonly Closure[]
}

/** Public holidays with a fixed date, MM-JJ: those of the whole of France (Code du travail L. 3133-1). */
const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Days after Easter of Easter Monday, Ascension and Whit Monday. */
const AFTER_EASTER = [1, 39, 50]
const DAY_MS = 86_400_000
const SUNDAY = 0
const SATURDAY = 6
/** More days than any house is closed in a row; without a limit, a search would never end. */
const SEARCHED_DAYS = 1000
const HOURS = /^([01]?\d|2[0-3])\s*h\s*([0-5]\d)?\s*[–-]\s*([01]?\d|2[0-3])\s*h\s*([0-5]\d)?$/
const ONE_CLOSURE = /^(\d{4}-\d{2}-\d{2})(?:\s*[–-]\s*(\d{4}-\d{2}-\d{2}))?\s*,\s*(\S.*)$/

/** Reads the opening hours and closures of facts.yaml; what cannot be read counts as closed, and is refused by the check. */
export function openingOf(facts: Readonly<Record<string, string>>): Opening {
  return {
    week: parseHours(facts.horaires_semaine ?? ''),
    saturday: parseHours(facts.horaires_samedi ?? ''),
    closures: parseClosures(facts.fermetures ?? '') ?? [],
  }
}

/**
 * Parses closures, one a line: «2026-12-24 – 2027-01-02, congés de fin d’année», or one day and its reason. Undefined if
 * a line is none.
 */
export function parseClosures(text: string): Closure[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const closures = lines.flatMap((line) => {
    const [, from = '', to = from, reason = ''] = ONE_CLOSURE.exec(line.trim()) ?? []
    return isDay(from) && isDay(to) && from <= to ? [{ from, to, reason: reason.trim() }] : []
  })
  return closures.length === lines.length ? closures.sort((a, b) => (a.from < b.from ? -1 : 1)) : undefined
}

/** Parses «9 h 00 – 18 h 00»; undefined for «fermé» and for what is no time of opening. */
export function parseHours(text: string): Hours | undefined {
  const [, hour, minute, lastHour, lastMinute] = HOURS.exec(text) ?? []
  const [opens, closes] = [Number(hour) * 60 + Number(minute ?? 0), Number(lastHour) * 60 + Number(lastMinute ?? 0)]
  return opens < closes ? { opens, closes } : undefined
}

/** Returns the opening hours of a day, AAAA-MM-JJ; undefined on Sundays, public holidays and while the house is closed. */
export function hoursOn(day: string, { week, saturday, closures }: Opening): Hours | undefined {
  const weekday = new Date(day).getUTCDay()
  if (weekday === SUNDAY || isPublicHoliday(day) || closures.some(({ from, to }) => from <= day && day <= to))
    return undefined
  return weekday === SATURDAY ? saturday : week
}

/** True for one of the eleven public holidays of the whole of France. @param day AAAA-MM-JJ */
export function isPublicHoliday(day: string): boolean {
  if (FIXED.includes(day.slice(5))) return true
  const since = (Date.parse(day) - easter(Number(day.slice(0, 4)))) / DAY_MS
  return AFTER_EASTER.includes(since)
}

/** Returns midnight UTC of Easter Sunday in the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
function easter(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const skipped = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + skipped + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}

/**
 * Returns the first day after another one on which the house is open, or the last one before it if the direction is -1,
 * both AAAA-MM-JJ. Throws for a house that never opens.
 */
export function nextOpenDay(day: string, opening: Opening, direction: 1 | -1 = 1): string {
  for (let days = 1; days < SEARCHED_DAYS; days++) {
    const next = new Date(Date.parse(day) + direction * days * DAY_MS).toISOString().slice(0, 10)
    if (hoursOn(next, opening)) return next
  }
  throw new Error(
    'src/content/facts.yaml : d’après horaires_semaine, horaires_samedi et fermetures, la maison n’ouvre jamais.',
  )
}

/** Returns the closures that have not ended before a day, AAAA-MM-JJ, the first one first, each with the day of return. */
export function closuresFrom(day: string, opening: Opening) {
  return opening.closures
    .filter(({ to }) => to >= day)
    .map((closure) => ({ ...closure, back: nextOpenDay(closure.to, opening) }))
}
