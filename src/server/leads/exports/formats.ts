import { type Column, spreadsheetCell, type Value } from './columns.ts'

/** Values by column key. */
type Row = Readonly<Record<string, Value>>
/** Pages of some hundred rows. */
type Pages = AsyncIterable<readonly Row[]>

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** A French Excel needs this mark to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Returns the bytes of a CSV file; reads the next page of rows only when more bytes are requested. */
export async function* writeCsv(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading)))
  const line = (row: Row) => csvLine(columns.map((column) => spreadsheetCell(column, row[column.key])))
  for await (const page of pages) yield Buffer.from(page.map(line).join(''))
}

/** A French Excel expects semicolons between the cells. */
function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`
}

/**
 * Returns a cell of a CSV file (RFC 4180, with semicolons). Prefixes an apostrophe to text that a spreadsheet would
 * run as a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvCell(value: string | number | null): string {
  // With a decimal comma, as a French Excel expects; cells are separated by semicolons.
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = value ?? ''
  const safe = /^[\s\u00A0]*[=+\-@\t\r\n＝＋－＠|%]/.test(text) ? `'${text}` : text
  return /[";\r\n\t,]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
