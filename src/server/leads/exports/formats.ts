import { type Column, spreadsheetCell, type Value, workbookCell } from './columns.ts'

/** Values by column key. */
type Row = Readonly<Record<string, Value>>
/** Pages of some hundred rows. */
type Pages = AsyncIterable<readonly Row[]>

interface Format {
  /** Media type of the file. */
  type: string
  /** Returns the bytes of the file; reads the next page of rows only when more bytes are requested. */
  write(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array>
}

/** Formats by name, which is also the file extension; the first two are for people, the others for programs. */
export const FORMATS = {
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', write: writeNdjson },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

/** A French Excel needs this mark to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const WIDTHS: Record<Column['kind'], number> = { text: 26, number: 12, time: 17, day: 12, 'yes-no': 9 }
const DATE_FORMATS: Partial<Record<Column['kind'], string>> = { time: 'dd/mm/yyyy hh:mm', day: 'dd/mm/yyyy' }

async function* writeXlsx(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
  // Loaded on demand, to save memory in the server.
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* rows() {
    for await (const page of pages)
      for (const row of page) yield columns.map((column) => workbookCell(column, row[column.key]))
  }
  const stream = writeXlsxStream(rows(), {
    name: 'Envois',
    freezePane: { rows: 1 },
    columns: columns.map(({ heading, kind }) => {
      const numFmt = DATE_FORMATS[kind]
      return { header: heading, width: Math.max(WIDTHS[kind], heading.length + 2), ...(numFmt && { numFmt }) }
    }),
  })
  yield* stream
}

async function* writeCsv(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
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

async function* writeJson(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
  let before = '['
  for await (const page of pages) {
    // Empty if all sign-ups of a page have objected.
    if (page.length === 0) continue
    const rows = page.map((row) => JSON.stringify(valuesOf(columns, row)))
    yield Buffer.from(`${before}\n${rows.join(',\n')}`)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n')
}

async function* writeNdjson(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
  for await (const page of pages)
    yield Buffer.from(page.map((row) => `${JSON.stringify(valuesOf(columns, row))}\n`).join(''))
}

function valuesOf(columns: readonly Column[], row: Row): Record<string, Value> {
  return Object.fromEntries(columns.map(({ key }) => [key, row[key]]))
}
