import type { Column, Value } from './columns.ts'
import { BYTE_ORDER_MARK, csvHeadings, csvRow } from './csv.ts'
import { workbookCell } from './spreadsheet-cell.ts'

/** Rows by column key, some hundreds at a time. */
type Pages = AsyncIterable<readonly Readonly<Record<string, Value>>[]>

interface Format {
  /** Media type of the file. */
  type: string
  /** The bytes of the file; the next page of rows is read when they are asked for. */
  write(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array>
}

/** The formats by their name, which ends the name of a file too. The first two are for people, the others for programs. */
export const FORMATS = {
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', write: writeNdjson },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

const WIDTHS: Record<Column['kind'], number> = { text: 26, number: 12, time: 17, day: 12, 'yes-no': 9 }
const DATE_FORMATS: Partial<Record<Column['kind'], string>> = { time: 'dd/mm/yyyy hh:mm', day: 'dd/mm/yyyy' }

async function* writeXlsx(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
  // Loaded by the few who ask for it, so that the server stays small.
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
  yield Buffer.from(BYTE_ORDER_MARK + csvHeadings(columns))
  for await (const page of pages) yield Buffer.from(page.map((row) => csvRow(columns, row)).join(''))
}

async function* writeJson(columns: readonly Column[], pages: Pages): AsyncIterable<Uint8Array> {
  let before = '['
  for await (const page of pages) {
    // Of five hundred sign-ups all may have objected.
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

/** The values as the database holds them, in the order of the columns. */
function valuesOf(columns: readonly Column[], row: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(columns.map(({ key }) => [key, row[key]]))
}
