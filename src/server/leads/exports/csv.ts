import type { Column, Value } from './columns.ts'
import { spreadsheetCell } from './spreadsheet-cell.ts'

/** A French Excel needs this mark to read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** The line of the headings, with its end. */
export function csvHeadings(columns: readonly Column[]): string {
  return csvLine(columns.map(({ heading }) => heading))
}

/** The line of a row, with its end. */
export function csvRow(columns: readonly Column[], row: Readonly<Record<string, Value>>): string {
  return csvLine(
    columns.map((column) => {
      const cell = spreadsheetCell(column, row[column.key])
      return cell instanceof Date ? isoText(cell, column.kind) : cell
    }),
  )
}

/** 2026-11-21 10:04 or 2026-11-21, which a spreadsheet takes for a date in any language. */
function isoText(at: Date, kind: Column['kind']): string {
  return at
    .toISOString()
    .slice(0, kind === 'day' ? 10 : 16)
    .replace('T', ' ')
}

/** A French Excel expects semicolons between the cells. */
function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`
}

/**
 * A cell of a CSV file (RFC 4180, with semicolons). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which makes it a text (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvCell(value: string | number | null): string {
  // As a French Excel reads it; the cells are apart by semicolons.
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = value ?? ''
  const safe = /^[\s\u00A0]*[=+\-@\t\r\n＝＋－＠|%]/.test(text) ? `'${text}` : text
  return /[";\r\n\t,]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
