/** What the record of a piece or of a model may hold, in the order of its sheet, and what each line is called there. */
export const RECORD = {
  weight: 'Poids',
  color: 'Coloris',
  edging: 'Bordure',
  quilting: 'Matelassage',
  lining: 'Doublure',
  making: 'Fabrication',
  sizes: 'Tailles',
  cut: 'Coupe',
  composition: 'Composition',
  care: 'Entretien',
  price: 'Prix',
  edition: 'Édition',
  maker: 'Fabricant',
} as const

/** A line of a record. */
export type RecordKey = keyof typeof RECORD

/** A piece's or a model's facts as they are written; '' where nobody has given one yet. */
export type PieceRecord = Partial<Record<RecordKey, string>>

/** The lines of a record that are shown where a piece is looked at rather than chosen. */
export const AT_A_GLANCE: readonly RecordKey[] = ['weight', 'color', 'edging', 'quilting', 'lining', 'making', 'price']

/** The lines of a record that are known, with their names. */
export function linesOf(record: PieceRecord, keys = Object.keys(RECORD) as readonly RecordKey[]) {
  return keys.flatMap((key) => (record[key] ? [{ label: RECORD[key], value: record[key] }] : []))
}
