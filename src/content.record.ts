import { isInWords } from './copy/facts/fact-rules.ts'
import { INTERFACE } from './copy/words/interface-words.ts'
import { interfaceWords } from './copy/words/words.ts'

/** A line of a record. */
export type RecordKey = keyof typeof INTERFACE.fiche

/** What the record of a piece or of a model may hold, in the order of its sheet. */
export const RECORD_KEYS = Object.keys(INTERFACE.fiche) as RecordKey[]

/** Lines of a record that state a figure, by its name in facts.yaml: what a wrong one is told. */
const BY_NAME: Partial<Record<RecordKey, RegExp>> = {
  price: /\{\{\s*prix_\w+\s*\}\}/,
  weight: /\{\{\s*poids_\w+\s*\}\}/,
}
/** Lines of which a figure may be all. */
const FIGURES: readonly RecordKey[] = ['sizes', 'edition', 'cut']

/** What a line of a record should be instead of what it says; undefined where it says it, or nothing. */
export function remedyOfLine(key: RecordKey, value: string): string | undefined {
  if (value.trim() === '') return undefined
  if (BY_NAME[key] && !BY_NAME[key].test(value)) {
    const [name, example] = key === 'price' ? ['prix_tapis', '180 €'] : ['poids_tapis', '310 g']
    return `Écrivez ${name}: ${example} dans facts.yaml, et ici "{{ ${name} }}", seul ou dans une phrase`
  }
  return FIGURES.includes(key) || BY_NAME[key] || /\{\{/.test(value) || isInWords(value)
    ? undefined
    : `« ${nameOfLine(key)} » se dit en mots : écrivez-les, par exemple "crème, broderie brune"`
}

/** A piece's or a model's facts as they are written; '' where nobody has given one yet. */
export type PieceRecord = Partial<Record<RecordKey, string>>

/** The lines of a record that are shown where a piece is looked at rather than chosen. */
export const AT_A_GLANCE: readonly RecordKey[] = ['weight', 'color', 'edging', 'quilting', 'lining', 'making', 'price']

/** What visitors read before a line of a record. */
export function nameOfLine(key: RecordKey): string {
  return interfaceWords.fiche[key]
}

/** The lines of a record that are known, with their names. */
export function linesOf(record: PieceRecord, keys: readonly RecordKey[] = RECORD_KEYS) {
  return keys.flatMap((key) => (record[key] ? [{ label: nameOfLine(key), value: record[key] }] : []))
}
