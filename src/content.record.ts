import { INTERFACE } from './copy/words/interface-words.ts'
import { interfaceWords } from './copy/words/words.ts'

/** A line of a record. */
export type RecordKey = keyof typeof INTERFACE.fiche

/** What the record of a piece or of a model may hold, in the order of its sheet. */
export const RECORD_KEYS = Object.keys(INTERFACE.fiche) as RecordKey[]

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
