import { shortTimeInParis } from '../../paris-time.ts'
import type { Column, Value } from './columns.ts'

/**
 * Characters that XML 1.0 (§2.2) forbids. New answers contain none; one in an old answer would make the file
 * unreadable.
 */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const WORDS = ['non', 'oui']

/**
 * Returns the spreadsheet value of a cell: the label of a choice, oui or non, a time to the minute.
 * @returns a Date for a time or a day; its UTC fields are the time in Paris, because a spreadsheet has no time zones
 */
export function spreadsheetCell({ kind, labels }: Column, value: Value): string | number | Date | null {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'number':
      return Number(value)
    case 'yes-no':
      return WORDS[Number(value)] ?? null
    case 'time':
      return new Date(`${shortTimeInParis(String(value)).replace(' ', 'T')}Z`)
    case 'day':
      return new Date(`${value}T00:00:00Z`)
    case 'text':
      return labels?.[String(value)] ?? String(value).replace(NOT_XML, '')
  }
}

/**
 * Returns the workbook value of a cell. Escapes text such as _x0041_, which a workbook reads as a character code
 * (ECMA-376, ST_Xstring).
 */
export function workbookCell(column: Column, value: Value): string | number | Date | null {
  const cell = spreadsheetCell(column, value)
  return typeof cell === 'string' ? cell.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_') : cell
}
