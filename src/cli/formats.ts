import type { Output } from './output.ts'

type Cell = string | number | null | undefined
type Row = Readonly<Record<string, Cell>>

/** A file format of the export. The cells of a row are in the order of the columns. */
export interface Format {
  begin(output: Output, columns: readonly string[]): void
  row(output: Output, row: Row, first: boolean): void
  end(output: Output): void
}

/** The formats by the value of --format. */
export const FORMATS: Readonly<Record<string, Format>> = {
  csv: {
    // A French Excel needs a byte order mark to read UTF-8, and semicolons between the cells.
    begin: (output, columns) => output.write(`\uFEFF${columns.map(csvCell).join(';')}\r\n`),
    row: (output, row) => output.write(`${Object.values(row).map(csvCell).join(';')}\r\n`),
    end() {},
  },
  json: {
    begin: (output) => output.write('['),
    row: (output, row, first) => output.write(`${first ? '' : ','}\n${JSON.stringify(row)}`),
    end: (output) => output.write('\n]\n'),
  },
  ndjson: {
    begin() {},
    row: (output, row) => output.write(`${JSON.stringify(row)}\n`),
    end() {},
  },
}

/**
 * A cell of a CSV file (RFC 4180, with semicolons). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which makes it a text (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = /^[\s\u00A0]*[=+\-@\t\r\n＝＋－＠|%]/.test(text) ? `'${text}` : text
  return /[";\r\n\t,]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
