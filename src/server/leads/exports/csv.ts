import { type Column, spreadsheetCell, type Value } from './columns.ts'

/** A French Excel needs this mark to read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Returns the line of the headings, with its line ending. */
export function csvHeadings(columns: readonly Column[]): string {
  return csvLine(columns.map(({ heading }) => heading))
}

/** Returns the line of a row, with its line ending. */
export function csvRow(columns: readonly Column[], row: Readonly<Record<string, Value>>): string {
  return csvLine(columns.map((column) => spreadsheetCell(column, row[column.key])))
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
