import { INTERFACE } from '../copy/words/interface-words.ts'
import { interfaceWords } from '../copy/words/words.ts'

/** Key of a line in the record of a product or model. */
export type RecordKey = keyof typeof INTERFACE.fiche

/** All keys of a record, in the order of its sheet. */
export const RECORD_KEYS = Object.keys(INTERFACE.fiche) as RecordKey[]

/** Record of a product or model as it is written; '' for a fact that is still unknown. */
export type PieceRecord = Partial<Record<RecordKey, string>>

/** Lines shown for the products and models of the home page; their full sheets show all lines. */
export const AT_A_GLANCE: readonly RecordKey[] = ['weight', 'color', 'edging', 'quilting', 'lining', 'making', 'price']

/** Returns the visible label of a line. */
export function nameOfLine(key: RecordKey): string {
  return interfaceWords.fiche[key]
}

/** Returns the non-empty lines of a record with their labels. */
export function linesOf(record: PieceRecord, keys: readonly RecordKey[] = RECORD_KEYS) {
  return keys.flatMap((key) => (record[key] ? [{ label: nameOfLine(key), value: record[key] }] : []))
}
