import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clean } from '../../../../src/forms/answer-schema.ts'
import { forms } from '../../../../src/forms/index.ts'
import { spreadsheetCell } from '../../../../src/server/leads/exports/columns.ts'
import { exportSubmissions } from '../../../../src/server/leads/exports/export-submissions.ts'
import type { FormatName } from '../../../../src/server/leads/exports/formats.ts'
import { closePages, sharedBrowser } from '../../../browser/shared-browser.ts'
import { openTestBackend, type TestBackend } from '../../test-backend.ts'

/** LibreOffice, which is no npm package. */
const OFFICE = 'soffice'
const ROW = 4000
const point = (code: number) => String.fromCodePoint(code)
/** Every character below U+10000 except surrogates, and some above, noncharacters included. */
const STRANGE = [
  ...Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff),
  ...[0x1f600, 0x1fffe, 0x1ffff, 0xe0001, 0x10fffe, 0x10ffff],
].map(point)
/** Characters that XML 1.0 cannot contain (§2.2). */
const FORBIDDEN = [...Array(32).keys()].filter((code) => ![9, 10, 13].includes(code)).map(point)
const LITERAL = '_x0041_ & <tapis> ]]> "\''

let backend: TestBackend
beforeAll(() => {
  backend = openTestBackend('2026-11-21T22:04:59.000Z')
  const update = backend.db.prepare('UPDATE contact_messages SET message = ? WHERE reference = ?')
  const texts = Array.from({ length: Math.ceil(STRANGE.length / ROW) }, (_, n) => STRANGE.slice(n * ROW, (n + 1) * ROW))
  // Written directly to the table, like rows from before submissions were cleaned of these characters.
  for (const text of [...texts.map((signs) => `x${signs.join('')}`), LITERAL])
    update.run(text, backend.submit('contact', { message: 'x' }))
})
afterAll(() => backend.db.close())

const fileOf = async (format: FormatName) => {
  return Buffer.concat(
    await Array.fromAsync(
      exportSubmissions(backend.db, backend.clock, () => backend.objections, { form: forms.contact, format }).bytes,
    ),
  )
}
/** Characters that the export must contain: all except those that XML forbids and U+FFFE and U+FFFF. */
const expected = STRANGE.filter((sign) => ![...FORBIDDEN, '\uFFFE', '\uFFFF'].includes(sign)).join('')

/** Returns the files of a workbook by name. */
function partsOf(zip: Buffer): Map<string, string> {
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006') + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((place, n) =>
      n === 0 ? zip.readUInt32LE(at + place) : zip.readUInt16LE(at + place),
    ) as [number, number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    const text = (isDeflated ? inflateRawSync(packed) : packed).toString()
    parts.set(zip.toString('utf8', at + 46, at + 46 + name), text)
    at += 46 + name + extra + comment
  }
  return parts
}

describe('an export of every strange character', () => {
  it('as .xlsx consists of well-formed XML parts that contain every character that XML allows', async () => {
    const parts = partsOf(await fileOf('xlsx'))
    expect([...parts.keys()]).toContain('xl/worksheets/sheet1.xml')
    // Shown in French order by every spreadsheet program, whatever its language.
    expect(parts.get('xl/styles.xml'), 'number format of times').toContain('formatCode="dd/mm/yyyy hh:mm"')
    const browser = await sharedBrowser()
    const page = await browser.newPage()
    const read = (xml: string) =>
      page.evaluate((text) => {
        const document = new DOMParser().parseFromString(text, 'application/xml')
        const fault = document.querySelector('parsererror')?.textContent
        return { fault, text: document.documentElement.textContent }
      }, xml)
    expect((await read('<a>\uFFFF</a>')).fault, 'the parser reports an error in wrong XML').toBeTruthy()
    for (const [name, xml] of parts) expect((await read(xml)).fault, name).toBeFalsy()
    const { text } = await read(parts.get('xl/worksheets/sheet1.xml') ?? '')
    const shown = new Set(text)
    const missing = [...expected].filter((sign) => sign !== '\r' && !shown.has(sign))
    expect(missing, 'characters missing in the workbook').toEqual([])
    await closePages(browser)
  })

  it('as .xlsx is read by a second reader with the text as it was typed', async () => {
    const { sheets } = await readXlsx(await fileOf('xlsx'))
    const messages = sheets[0]?.rows.slice(1).map((row) => row.find((cell) => String(cell).includes('_x0041_')))
    expect(messages?.at(-1)).toBe(LITERAL)
    expect(sheets[0]?.rows, 'rows of the sheet').toHaveLength(2 + Math.ceil(STRANGE.length / ROW))
  })

  it('as .csv contains no character that spreadsheets cannot read', async () => {
    const text = (await fileOf('csv')).toString()
    for (const sign of [...FORBIDDEN, '\uFFFE', '\uFFFF']) expect(text).not.toContain(sign)
    expect(text).toContain('😀')
  })

  const hasOffice = spawnSync(OFFICE, ['--version']).status === 0
  it.skipIf(!hasOffice).each(['xlsx', 'csv'] as const)('as .%s is opened by LibreOffice', async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'hera-office-'))
    writeFileSync(join(folder, `envois.${format}`), await fileOf(format))
    const filter = 'csv:Text - txt - csv (StarCalc):59,34,76'
    const args = [
      '--headless',
      ...(format === 'csv' ? ['--infilter=CSV:59,34,76'] : []),
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      filter,
      '--outdir',
      join(folder, 'lu'),
    ]
    execFileSync(OFFICE, [...args, join(folder, `envois.${format}`)], { stdio: 'pipe', timeout: 60_000 })
    const read = readFileSync(join(folder, 'lu', 'envois.csv'), 'utf8')
    rmSync(folder, { recursive: true })
    expect(read).toContain('😀')
    expect(read).toContain('_x0041_')
  })
})

it('spreadsheetCell removes lone surrogates and characters that XML forbids', () => {
  const column = { kind: 'text' } as Parameters<typeof spreadsheetCell>[0]
  expect(spreadsheetCell(column, 'a\uD800b\uDC00\uFFFEc')).toBe('abc')
  expect(spreadsheetCell(column, FORBIDDEN.join(''))).toBe('')
})

it('clean removes these characters from a submission before it is stored', () => {
  const stored = clean(STRANGE.join('')) ?? ''
  for (const sign of [...FORBIDDEN, '\uFFFE', '\uFFFF']) expect(stored).not.toContain(sign)
})
