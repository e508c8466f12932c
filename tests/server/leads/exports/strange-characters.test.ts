import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clean } from '../../../../src/forms/answer-schema.ts'
import { forms } from '../../../../src/forms/index.ts'
import { spreadsheetCell } from '../../../../src/server/leads/exports/columns.ts'
import { exportSubmissions } from '../../../../src/server/leads/exports/export-submissions.ts'
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

const fileOf = async () => {
  return Buffer.concat(
    await Array.fromAsync(
      exportSubmissions(backend.db, backend.clock, () => backend.objections, { form: forms.contact }).bytes,
    ),
  )
}
describe('an export of every strange character', () => {
  it('as .csv contains no character that spreadsheets cannot read', async () => {
    const text = (await fileOf()).toString()
    for (const sign of [...FORBIDDEN, '\uFFFE', '\uFFFF']) expect(text).not.toContain(sign)
    expect(text).toContain('😀')
  })

  const hasOffice = spawnSync(OFFICE, ['--version']).status === 0
  it.skipIf(!hasOffice)('as .csv is opened by LibreOffice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hera-office-'))
    writeFileSync(join(folder, 'envois.csv'), await fileOf())
    const filter = 'csv:Text - txt - csv (StarCalc):59,34,76'
    const args = [
      '--headless',
      '--infilter=CSV:59,34,76',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      filter,
      '--outdir',
      join(folder, 'lu'),
    ]
    execFileSync(OFFICE, [...args, join(folder, 'envois.csv')], { stdio: 'pipe', timeout: 60_000 })
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
