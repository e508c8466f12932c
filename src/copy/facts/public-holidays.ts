/** Public holidays with a fixed date, MM-JJ: those of the whole of France (Code du travail L. 3133-1). */
const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Days after Easter of Easter Monday, Ascension and Whit Monday. */
const AFTER_EASTER = [1, 39, 50]
const DAY_MS = 86_400_000

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
