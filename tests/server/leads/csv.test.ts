import { expect, it } from 'vitest'
import { csvCell } from '../../../src/server/leads/export.ts'

it.each(['=1', '+33 6', '-1', '@x', '\t=1', '\u00A0=1', '＝1', '|x', '%x'])(
  'csvCell escapes a text that a spreadsheet may take for a formula: %j',
  (value) => {
    expect(csvCell(value)).toBe(`"'${value}"`)
  },
)

it.each([
  ['a=b', 'a=b'],
  [null, ''],
  [-3, '-3'],
  ['a;b', '"a;b"'],
  ['a\nb', '"a\nb"'],
  ['dit "oui"', '"dit ""oui"""'],
])('csvCell leaves any other value unescaped: %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
