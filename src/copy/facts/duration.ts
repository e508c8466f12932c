import { NUMBER, numberOf } from './french-numbers.ts'

/** A duration as written in a text: «14 jours», «7 à 10 jours ouvrés», «trente jours». */
export interface Duration {
  least: number
  /** Equal to `least` if the text has one number. */
  most: number
  unit: string
  /** True for working days, «jours ouvrés». */
  working: boolean
}

const UNITS: Readonly<Record<string, number>> = {
  seconde: 1 / 86_400,
  minute: 1 / 1440,
  heure: 1 / 24,
  h: 1 / 24,
  jour: 1,
  semaine: 7,
  mois: 365 / 12,
  an: 365,
}
const DURATION = new RegExp(
  `^(${NUMBER})(?:\\s*(?:à|–)\\s*(${NUMBER}))?\\s*(secondes?|minutes?|heures?|h|jours?|semaines?|mois|ans?)(\\s+ouvr(?:és?|ables?))?$`,
  'i',
)

/** Parses a duration; undefined if the text is not one. */
export function parseDuration(text: string): Duration | undefined {
  const [, first, second, unit = '', working] = DURATION.exec(text.replace(/[\s\u00A0\u202F]+/g, ' ').trim()) ?? []
  if (first === undefined) return undefined
  const least = numberOf(first)
  const plain = unit.toLowerCase() === 'mois' ? 'mois' : unit.toLowerCase().replace(/s$/, '')
  return { least, most: second === undefined ? least : numberOf(second), unit: plain, working: working !== undefined }
}

/** Corrects the plural of a duration: «30 jours» for «30 jour», «un jour» for «un jours». */
export function spelt(text: string): string {
  const duration = parseDuration(text)
  if (!duration) return text
  const several = duration.most >= 2
  return text.replace(
    /(?<=[\d\s])(seconde|minute|heure|jour|semaine|an)s?(\s+ouvr(?:é|able))?s?$/i,
    (_, unit: string, working = '') => (several ? `${unit}s${working && `${working}s`}` : `${unit}${working}`),
  )
}

/** Returns the longest length of a duration in calendar days; five working days are a week. */
export function longestDays({ most, unit, working }: Duration): number {
  return daysOf(most, unit) * (working ? 7 / 5 : 1)
}

/** Converts a number of units to days. A month is a twelfth of 365 days, so that 24 months are two years. */
export function daysOf(number: number, unit: string): number {
  return number * (UNITS[unit] ?? Number.NaN)
}
