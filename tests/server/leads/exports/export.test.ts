import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../../src/forms/index.ts'
import { type ExportOptions, exportSubmissions } from '../../../../src/server/leads/exports/export-submissions.ts'
import { FORMATS, type FormatName } from '../../../../src/server/leads/exports/formats.ts'
import { createUnsubscribeLinks } from '../../../../src/server/leads/lists/consent.ts'
import { insertLeads } from '../../../insert-leads.ts'
import { ambassador, CONFIRM } from '../../../samples.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

/** 23:04 in Paris: the next day begins there within an hour. */
const BEGIN = '2026-11-21T22:04:59.000Z'

setUpTestBackend(BEGIN)

const fileOf = (name: FormName, format: FormatName, more: Partial<ExportOptions> = {}) => {
  return exportSubmissions(backend.db, backend.clock, () => backend.objections, { form: forms[name], format, ...more })
}
const bytesOf = async (...args: Parameters<typeof fileOf>) =>
  Buffer.concat(await Array.fromAsync(fileOf(...args).bytes))
const textOf = async (...args: Parameters<typeof fileOf>) => (await bytesOf(...args)).toString()
const rowsOf = async (name: FormName, more?: Partial<ExportOptions>): Promise<Record<string, unknown>[]> =>
  JSON.parse(await textOf(name, 'json', more))
const minor = { ...ambassador, birth_date: '2010-04-02', guardian_consent: 'on' }

describe('an export file', () => {
  it('is named by the day in Paris and the form, and has a media type and a number of rows', () => {
    backend.submit('contact')
    expect(fileOf('contact', 'csv')).toMatchObject({
      name: '2026-11-21-message-de-contact.csv',
      type: 'text/csv; charset=utf-8',
      total: 1,
    })
    backend.goTo(3_600_000)
    const types = (['xlsx', 'json', 'ndjson'] as const).map((format) => fileOf('waitlist', format))
    expect(types.map(({ name, type, total }) => [name, type, total])).toEqual([
      ['2026-11-22-liste-d-attente.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 0],
      ['2026-11-22-liste-d-attente.json', 'application/json; charset=utf-8', 0],
      ['2026-11-22-liste-d-attente.ndjson', 'application/x-ndjson; charset=utf-8', 0],
    ])
  })

  it('is read page by page during other writes and reports its progress', async () => {
    backend.submit('contact')
    insertLeads(
      backend.db,
      Array.from({ length: 1100 }, (_, n) => ({ reference: `C-${n}`, created_at: BEGIN })),
    )
    const done: number[] = []
    let lines = 0
    for await (const bytes of fileOf('contact', 'ndjson', { progress: (rows) => done.push(rows) }).bytes) {
      lines += Buffer.from(bytes).toString().split('\n').length - 1
      backend.db.exec("UPDATE contact_messages SET name = 'Zoé' WHERE reference = 'C-1'")
    }
    expect([lines, done]).toEqual([1101, [500, 1000, 1101]])
  })

  it('is one JSON text, whatever the sizes of its pages', async () => {
    const pages = async function* () {
      for (const names of [[], ['a', 'b'], [], ['c']]) yield names.map((name) => ({ name }))
    }
    const columns = [{ key: 'name', heading: 'Nom', kind: 'text' }] as const
    const bytes = Buffer.concat(await Array.fromAsync(FORMATS.json.write(columns, pages())))
    expect(JSON.parse(bytes.toString())).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  })
})

it('an export contains neither internal columns nor a row if the form has no submissions', async () => {
  backend.submit('contact')
  const [row] = await rowsOf('contact')
  for (const key of ['id', 'submission_key', 'state', 'unsubscribe_url']) expect(row).not.toHaveProperty(key)
  expect(await textOf('waitlist', 'json')).toBe('[]\n')
  expect(await textOf('waitlist', 'ndjson')).toBe('')
})

// tests/server/leads/exports/read-back.test.ts compares every other cell of these formats.
describe('an export for spreadsheets', () => {
  it('as csv opens in a French Excel: byte order mark, no formula', async () => {
    backend.submit('contact', { name: '=HYPERLINK("x")' })
    expect(await textOf('contact', 'csv')).toMatch(/^\uFEFFRéférence;[\s\S]*;"'=HYPERLINK\(""x""\)";/)
  })

  it('as xlsx contains dates as dates, numbers as numbers and formulas as text', async () => {
    backend.submit('ambassador', { ...minor, first_name: '=HYPERLINK("x")' })
    backend.submit('partnership')
    const cellOf = async (name: 'ambassador' | 'partnership', heading?: string) => {
      const [head = [], row = []] = (await readXlsx(await bytesOf(name, 'xlsx'))).sheets[0]?.rows ?? []
      return row[head.indexOf(heading ?? '')]
    }
    const { birth_date, first_name } = forms.ambassador.fields
    expect(await cellOf('ambassador', 'Reçu le')).toEqual(new Date('2026-11-21T23:04:00Z'))
    expect(await cellOf('ambassador', birth_date?.label)).toEqual(new Date('2010-04-02T00:00:00Z'))
    expect(await cellOf('ambassador', first_name?.label)).toBe('=HYPERLINK("x")')
    expect(await cellOf('partnership', forms.partnership.fields.years_in_business?.label)).toBe(12)
  })
})

describe('an export of a list', () => {
  beforeEach(() => {
    for (const name of ['a', 'b', 'c', 'd']) backend.submit('newsletter', { email: `${name}@exemple.fr` })
    backend.objections.add('c@exemple.fr')
    backend.db.exec(`${CONFIRM} WHERE email <> 'b@exemple.fr';
      UPDATE newsletter_subscriptions SET unsubscribed_at = (SELECT created_at FROM leads WHERE leads.reference = newsletter_subscriptions.reference) WHERE email = 'd@exemple.fr'`)
  })

  it('contains only sign-ups that may receive letters, or all sign-ups with their state with `everyone`', async () => {
    const done: number[] = []
    expect(await rowsOf('newsletter', { progress: (rows) => done.push(rows) })).toMatchObject([
      { email: 'a@exemple.fr', state: 'confirmée', confirmed_at: BEGIN, unsubscribed_at: null },
    ])
    expect(done).toEqual([1])
    expect(fileOf('newsletter', 'csv').total, 'rows that are read').toBe(4)
    backend.db.exec("UPDATE newsletter_subscriptions SET letters_refused = 2 WHERE email = 'a@exemple.fr'")
    for (const technical of [true, false])
      expect(await rowsOf('newsletter', { technical }), 'addresses that no letter is sent to any more').toEqual([])
    const all = await rowsOf('newsletter', { everyone: true })
    expect(all.map(({ email, state }) => `${email} ${state}`)).toEqual([
      'a@exemple.fr confirmée',
      'b@exemple.fr non confirmée',
      'c@exemple.fr opposition',
      'd@exemple.fr désinscrite',
    ])
    expect(all[0]).not.toHaveProperty('status')
  })

  it('contains one stable unsubscribe link for each sign-up that may receive letters', async () => {
    const linkOf = createUnsubscribeLinks(backend.db, backend.hash, backend.clock, 'https://hera.example')
    const links = async () => (await rowsOf('newsletter', { everyone: true, linkOf })).map((row) => row.unsubscribe_url)
    const [first, ...others] = await links()
    expect(first).toMatch(/^https:\/\/hera\.example\/desinscription\/[\w-]{32}$/)
    expect(others).toEqual([null, null, null])
    expect(await links()).toEqual([first, null, null, null])
    expect(backend.consent.unsubscribe(String(first).slice(-32))?.name).toBe('newsletter')
    expect(await textOf('newsletter', 'csv', { linkOf })).toMatch(/;Lien de désinscription\r\n$/)
  })
})
