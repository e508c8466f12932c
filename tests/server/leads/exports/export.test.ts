import { beforeEach, describe, expect, it } from 'vitest'
import type { Field } from '../../../../src/forms/fields.ts'
import { type FormName, forms } from '../../../../src/forms/index.ts'
import { deskLabelOf } from '../../../../src/forms/receipt.ts'
import { type ExportOptions, exportSubmissions } from '../../../../src/server/leads/exports/export-submissions.ts'
import { createUnsubscribeLinks } from '../../../../src/server/leads/lists/consent.ts'
import { insertLeads } from '../../../insert-leads.ts'
import { ambassador, CONFIRM } from '../../../samples.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

/** 23:04 in Paris: the next day begins there within an hour. */
const BEGIN = '2026-11-21T22:04:59.000Z'

setUpTestBackend(BEGIN)

const fileOf = (name: FormName, more: Partial<ExportOptions> = {}) => {
  return exportSubmissions(backend.db, backend.clock, () => backend.objections, { form: forms[name], ...more })
}
const textOf = async (...args: Parameters<typeof fileOf>) =>
  Buffer.concat(await Array.fromAsync(fileOf(...args).bytes)).toString()
/** Returns the rows by heading; no cell of these tests holds a semicolon or a line break. */
const rowsOf = async (...args: Parameters<typeof fileOf>): Promise<Record<string, string>[]> => {
  const [head = [], ...rows] = (await textOf(...args))
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [head[i], cell.replace(/^"(.*)"$/, '$1')])))
}
const minor = { ...ambassador, birth_date: '2010-04-02', guardian_consent: 'on' }

describe('an export file', () => {
  it('is named by the day in Paris and the form, and has a media type and a number of rows', () => {
    backend.submit('contact')
    expect(fileOf('contact')).toMatchObject({
      name: '2026-11-21-message-de-contact.csv',
      type: 'text/csv; charset=utf-8',
      total: 1,
    })
    backend.goTo(3_600_000)
    expect(fileOf('waitlist')).toMatchObject({ name: '2026-11-22-liste-d-attente.csv', total: 0 })
  })

  it('is read page by page during other writes and reports its progress', async () => {
    backend.submit('contact')
    insertLeads(
      backend.db,
      Array.from({ length: 1100 }, (_, n) => ({ reference: `C-${n}`, created_at: BEGIN })),
    )
    const done: number[] = []
    let lines = 0
    for await (const bytes of fileOf('contact', { progress: (rows) => done.push(rows) }).bytes) {
      lines += Buffer.from(bytes).toString().split('\n').length - 1
      backend.db.exec("UPDATE contact_messages SET name = 'Zoé' WHERE reference = 'C-1'")
    }
    expect([lines, done]).toEqual([1102, [500, 1000, 1101]])
  })
})

describe('an export for spreadsheets', () => {
  it('as csv opens in a French Excel: byte order mark, no formula', async () => {
    backend.submit('contact', { name: '=HYPERLINK("x")' })
    expect(await textOf('contact')).toMatch(/^\uFEFFRéférence;[\s\S]*;"'=HYPERLINK\(""x""\)";/)
  })

  it('contains choices by their labels, days, yes and no, and numbers', async () => {
    backend.submit('ambassador', minor)
    backend.submit('partnership')
    const { birth_date, riding_level, guardian_consent } = forms.ambassador.fields
    const [row = {}] = await rowsOf('ambassador')
    expect(row['Reçu le']).toBe('2026-11-21 23:04')
    const labels = [birth_date, riding_level, guardian_consent].map((field) => deskLabelOf(field as Field))
    expect(labels.map((label) => row[label])).toEqual([
      '2010-04-02',
      riding_level?.options?.[ambassador.riding_level],
      'oui',
    ])
    const [partner = {}] = await rowsOf('partnership')
    expect(partner[deskLabelOf(forms.partnership.fields.years_in_business as Field)]).toBe('12')
  })
})

describe('an export of a list', () => {
  beforeEach(() => {
    for (const name of ['a', 'b', 'c', 'd']) backend.submit('newsletter', { email: `${name}@exemple.fr` })
    backend.objections.add('c@exemple.fr')
    backend.db.exec(`${CONFIRM} WHERE email <> 'b@exemple.fr';
      UPDATE newsletter_subscriptions SET unsubscribed_at = (SELECT created_at FROM leads WHERE leads.reference = newsletter_subscriptions.reference) WHERE email = 'd@exemple.fr'`)
  })
  const emailsOf = async (more?: Partial<ExportOptions>) =>
    (await rowsOf('newsletter', more)).map((row) => `${Object.values(row)[2]} ${row.État}`)

  it('contains only sign-ups that may receive letters, or all sign-ups with their state with `everyone`', async () => {
    const done: number[] = []
    expect(await emailsOf({ progress: (rows) => done.push(rows) })).toEqual(['a@exemple.fr confirmée'])
    expect(done).toEqual([1])
    expect(fileOf('newsletter').total, 'rows that are read').toBe(4)
    backend.db.exec("UPDATE newsletter_subscriptions SET letters_refused = 2 WHERE email = 'a@exemple.fr'")
    for (const technical of [true, false])
      expect(await emailsOf({ technical }), 'addresses that no letter is sent to any more').toEqual([])
    expect(await emailsOf({ everyone: true })).toEqual([
      'a@exemple.fr confirmée',
      'b@exemple.fr non confirmée',
      'c@exemple.fr opposition',
      'd@exemple.fr désinscrite',
    ])
  })

  it('contains one stable unsubscribe link for each sign-up that may receive letters', async () => {
    const linkOf = createUnsubscribeLinks(backend.db, backend.hash, backend.clock, 'https://hera.example')
    const links = async () =>
      (await rowsOf('newsletter', { everyone: true, linkOf })).map((row) => row['Lien de désinscription'])
    const [first, ...others] = await links()
    expect(first).toMatch(/^https:\/\/hera\.example\/desinscription\/[\w-]{32}$/)
    expect(others).toEqual(['', '', ''])
    expect(await links()).toEqual([first, '', '', ''])
    expect(backend.consent.unsubscribe(String(first).slice(-32))?.name).toBe('newsletter')
  })
})
