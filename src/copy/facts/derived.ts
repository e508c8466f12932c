import { parseDuration, spelt } from './duration.ts'
import { numberInWords } from './french-numbers.ts'

/** Number of entries in each collection that texts count. */
export interface Counts {
  questions: number
  models: number
  pieces: number
}

/** By how much the short production time is below `delai_fabrication`, in its unit. */
const SOONER = 1

/** Derives values from other facts, so that they cannot contradict them; undefined if a source cannot be parsed. */
const DERIVED: Readonly<Record<string, (facts: Readonly<Record<string, string>>) => string | undefined>> = {
  delai_fabrication_court({ delai_fabrication = '' }) {
    const long = parseDuration(delai_fabrication)
    // Keeps the unit as written: «jours ouvrés» are not «jours ouvrables», nor «jours».
    const [unit] = /\p{L}+(?:\s+ouvr\p{L}+)?$/u.exec(delai_fabrication.trim()) ?? []
    if (!long) return undefined
    const [least, most] = [long.least, long.most].map((number) => Math.max(1, number - SOONER))
    return spelt(least === most ? `${most} ${unit}` : `${least} à ${most} ${unit}`)
  },
  jour_limite_retour({ delai_retour = '' }) {
    const days = parseDuration(delai_retour)
    return days && `${days.most}e jour`
  },
  lendemain_retractation({ delai_retractation = '' }) {
    const days = parseDuration(delai_retractation)
    return days && `${days.most + 1}e`
  },
}

/** Returns the derived values and the numbers of entries, by name. */
export function derivedFrom(facts: Readonly<Record<string, string>>, counts: Counts): Record<string, string> {
  const values = Object.entries(DERIVED).map(([name, derive]) => [name, derive(facts) ?? ''])
  const numbers = {
    nombre_questions: numberInWords(counts.questions),
    nombre_modeles: numberInWords(counts.models),
    nombre_pieces: numberInWords(counts.pieces),
  }
  // For the beginning of a sentence.
  const capitals = Object.entries(numbers).map(([name, number]) => [capital(name), capital(number)])
  return { ...Object.fromEntries(values), ...numbers, ...Object.fromEntries(capitals) }
}

/** Returns a text with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
