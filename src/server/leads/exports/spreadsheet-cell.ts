import { shortTimeInParis } from '../../paris-time.ts'
import type { Column, Value } from './columns.ts'

/** What XML 1.0 (§2.2) cannot hold. New answers are free of it; one old one would make the whole file unreadable. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const WORDS = ['non', 'oui']

/**
 * What a spreadsheet shows of a value: the label of a choice, oui or non, a time to the minute.
 * @returns a Date for a time or a day; its UTC fields are those of the clock in Paris, because a spreadsheet knows no zones
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
 * The same for a workbook, where a text such as _x0041_ stands for the sign of that number (ECMA-376, ST_Xstring): what
 * somebody typed so stays as it was typed.
 */
export function workbookCell(column: Column, value: Value): string | number | Date | null {
  const cell = spreadsheetCell(column, value)
  return typeof cell === 'string' ? cell.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_') : cell
}
