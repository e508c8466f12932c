import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/database/database.ts'
import { valid } from '../support/samples.ts'
import { FORMS } from './forms.ts'

const db = openDatabase(':memory:')
const columns = (table: string) =>
  db.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number; dflt_value: string }[]

/** Decisions «Forms»: columns of every submission. */
const LEAD = {
  reference: 'X-0000-0000',
  form: 'contact',
  submission_key: 'key',
  created_at: '2026-11-22T10:00:00.000Z',
  notice_version: '000000000000',
}
const NUMBERS = ['years_in_business', 'guardian_consent', 'quantity']
/** In centimetres, halves allowed. */
const MEASURES = ['measure_a', 'measure_b', 'measure_c']

describe.each(Object.entries(FORMS))('specification §3 and decisions «Forms»: the table of %s', (name, form) => {
  it(`is called ${form.table} and is STRICT`, () => {
    const list = db.pragma('table_list') as { name: string; strict: number }[]
    expect(list.find((table) => table.name === form.table)?.strict).toBe(1)
  })

  it('has a column for each field; empty optional values are NULL, required ones cannot be', () => {
    for (const field of [...form.required, ...form.optional]) {
      const column = columns(form.table).find((each) => each.name === field)
      const type = NUMBERS.includes(field) ? 'INTEGER' : MEASURES.includes(field) ? 'REAL' : 'TEXT'
      expect(column?.type, field).toBe(type)
      expect(column?.notnull, field).toBe(form.required.includes(field) ? 1 : 0)
    }
  })

  it('references leads by its key and repeats no other column of leads', () => {
    const keys = db.pragma(`foreign_key_list(${form.table})`) as object[]
    expect(keys).toMatchObject([{ table: 'leads', from: 'reference', to: 'reference', on_delete: 'CASCADE' }])
    const names = columns(form.table).map((column) => column.name)
    expect(names.filter((each) => columns('leads').some((column) => column.name === each))).toEqual(['reference'])
  })

  it('accepts only the values of enumerations and limits the length of texts', () => {
    for (const [field, options] of Object.entries(form.options)) {
      for (const option of options) expect(refusal(name, { [field]: option }), `${field} = ${option}`).toBe('')
      expect(refusal(name, { [field]: 'inconnu' }), `${field} = inconnu`).toContain('CHECK')
    }
    const free = [...form.required, ...form.optional].filter(
      (field) => !form.options[field] && ![...NUMBERS, ...MEASURES].includes(field),
    )
    for (const field of free) expect(refusal(name, { [field]: 'x'.repeat(5001) }), field).toContain('CHECK')
  })
})

it('specification §5 «Validation rules»: years_in_business is an integer from 0', () => {
  expect(refusal('partnership', { years_in_business: 0 })).toBe('')
  expect(refusal('partnership', { years_in_business: -1 })).toContain('CHECK')
})

it('decisions «Forms»: a quote is for 1 to 50 pieces', () => {
  for (const quantity of [1, 50]) expect(refusal('quote', { quantity })).toBe('')
  for (const quantity of [0, 51]) expect(refusal('quote', { quantity })).toContain('CHECK')
})

it('decisions «Forms»: the measures of a quote are 10 to 200 centimetres', () => {
  for (const measure_a of [10, 52.5, 200]) expect(refusal('quote', { measure_a })).toBe('')
  for (const measure_a of [9.5, 200.5]) expect(refusal('quote', { measure_a })).toContain('CHECK')
})

it('decisions «Forms»: a submission is one row of leads, with whose turn it is', () => {
  expect(columns('leads').map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'reference',
      'form',
      'created_at',
      'submission_key',
      'notice_version',
      'page',
      'suspected_spam',
      'keep_until',
      'waiting_since',
      'outcome',
      'remind_on',
      'assigned_to',
    ]),
  )
  const list = db.pragma('table_list') as { name: string; strict: number }[]
  expect(list.find((table) => table.name === 'leads')?.strict, 'leads is STRICT').toBe(1)
})

it('decisions «The desk»: a lead has one of four outcomes, and a thread of four kinds of rows', () => {
  for (const outcome of ['accepted', 'declined', 'refunded', 'closed'])
    expect(refusal('contact', {}, { outcome }), outcome).toBe('')
  expect(refusal('contact', {}, { outcome: 'nouvelle' })).toContain('CHECK')
  const row = (kind: string) => () =>
    db
      .prepare("INSERT INTO thread (reference, at, kind, text) VALUES ('x', '2026-01-01T00:00:00.000Z', ?, 'x')")
      .run(kind)
  for (const kind of ['received', 'sent', 'note', 'event']) expect(row(kind), kind).toThrow('FOREIGN KEY')
  expect(row('reply')).toThrow('CHECK')
})

it('decisions «Forms»: reference and submission_key are unique; the e-mail only for waitlist and newsletter', () => {
  const unique = (table: string) =>
    (db.pragma(`index_list(${table})`) as { name: string; unique: number }[])
      .filter((index) => index.unique === 1)
      .flatMap((index) => (db.pragma(`index_info(${index.name})`) as { name: string }[]).map((column) => column.name))
  expect(unique('leads')).toEqual(expect.arrayContaining(['reference', 'submission_key']))
  for (const [name, { table }] of Object.entries(FORMS))
    expect(unique(table).includes('email'), name).toBe(name === 'waitlist' || name === 'newsletter')
})

it('decisions «Forms»: a table «notices» stores the texts of privacy notices', () => {
  expect(columns('notices').map(({ name }) => name)).toEqual(expect.arrayContaining(['version', 'form', 'text']))
})

/** Returns why SQLite rejects a submission; '' if it accepts it. */
function refusal(name: string, answers: Record<string, string | number>, more: Record<string, string> = {}): string {
  const row: Record<string, string | number> = { reference: LEAD.reference, ...valid[name], ...answers }
  if (name === 'partnership') row.years_in_business = Number(row.years_in_business)
  db.exec('BEGIN')
  try {
    db.exec("INSERT INTO notices VALUES ('000000000000', 'x', 'x', 'x')")
    insert('leads', { ...LEAD, ...more })
    insert(FORMS[name]?.table ?? '', row)
    return ''
  } catch (error) {
    return (error as Error).message
  } finally {
    db.exec('ROLLBACK')
  }
}

function insert(table: string, row: Record<string, string | number>): void {
  const names = Object.keys(row)
  db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((each) => `@${each}`)})`).run(row)
}
