import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/database/database.ts'
import { FORMS } from './forms.ts'

/** Tables as decisions.md names them. Their CHECKs agree with the forms, or no server starts (database/check-schema). */
const db = openDatabase(':memory:')
const columns = (table: string) => db.pragma(`table_info(${table})`) as { name: string; notnull: number }[]
const namesOf = (table: string) => columns(table).map(({ name }) => name)
const isStrict = (table: string) =>
  (db.pragma('table_list') as { name: string; strict: number }[]).find(({ name }) => name === table)?.strict === 1
/** Columns without an equal in the table, alone or with others. */
const unique = (table: string) =>
  (db.pragma(`index_list(${table})`) as { name: string; unique: number }[])
    .filter((index) => index.unique === 1)
    .flatMap((index) => (db.pragma(`index_info(${index.name})`) as { name: string }[]).map(({ name }) => name))

describe.each(Object.entries(FORMS))('specification §3 and decisions «Forms»: the table of %s', (name, form) => {
  it(`is ${form.table}, STRICT, with a column for each field, NULL only for an optional one`, () => {
    expect(isStrict(form.table)).toBe(true)
    const { optional = [] } = form
    const nullable = (fields: readonly string[]) =>
      columns(form.table).filter((column) => fields.includes(column.name) && column.notnull === 0)
    expect(namesOf(form.table)).toEqual(expect.arrayContaining([...form.required, ...optional]))
    expect([nullable(form.required).length, nullable(optional).length]).toEqual([0, optional.length])
  })

  it('references leads by its key, repeats no other column of it, and has one e-mail only as a list', () => {
    const keys = db.pragma(`foreign_key_list(${form.table})`) as object[]
    expect(keys).toMatchObject([{ table: 'leads', from: 'reference', to: 'reference', on_delete: 'CASCADE' }])
    expect(namesOf(form.table).filter((each) => namesOf('leads').includes(each))).toEqual(['reference'])
    expect(unique(form.table).includes('email')).toBe(name === 'waitlist' || name === 'newsletter')
  })
})

it('decisions «Forms»: a submission is one row of leads, with whose turn it is; reference and key are unique', () => {
  expect(isStrict('leads')).toBe(true)
  expect(namesOf('leads')).toEqual(
    expect.arrayContaining([
      ...['reference', 'form', 'created_at', 'submission_key', 'notice_version', 'page', 'suspected_spam'],
      ...['keep_until', 'waiting_since', 'outcome', 'remind_on', 'assigned_to'],
    ]),
  )
  expect(unique('leads')).toEqual(expect.arrayContaining(['reference', 'submission_key']))
  expect(namesOf('notices')).toEqual(expect.arrayContaining(['version', 'form', 'text']))
})

/** Returns the CHECK of a column in the definition of its table. */
const checkOf = (table: string, column: string) => {
  const sql = db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table) ?? ''
  const [, list = ''] = new RegExp(`\\b${column} IN \\(([^)]*)`).exec(sql) ?? []
  return list.match(/\w+/g) ?? []
}

it('decisions «The desk»: a lead has one of four outcomes, and a thread of four kinds of rows', () => {
  expect(checkOf('leads', 'outcome').sort()).toEqual(['accepted', 'closed', 'declined', 'refunded'])
  expect(checkOf('thread', 'kind').sort()).toEqual(['event', 'note', 'received', 'sent'])
})
