import { shortTimeInParis } from '../paris-time.ts'
import type { Column, Value } from './columns.ts'

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
      return labels?.[String(value)] ?? String(value)
  }
}
