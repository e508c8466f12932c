import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { needPeriod } from '../../../../src/cli/command.ts'
import type { Form } from '../../../../src/forms/form.ts'
import { allForms, type FormName, forms } from '../../../../src/forms/index.ts'
import { type ExportOptions, exportSubmissions } from '../../../../src/server/leads/exports/export-submissions.ts'
import type { FormatName } from '../../../../src/server/leads/exports/formats.ts'
import { findPerson, writePortableData } from '../../../../src/server/leads/person.ts'
import { backend, setUpTestDesk } from '../../desk/test-desk.ts'

/** Reads each kind of export file back and compares it with the rows of the database, column by column. */
setUpTestDesk('2026-11-20T10:00:00.000Z')

type Row = Record<string, unknown>

/** Headings of the columns that are not fields of a form, with their columns of the database. */
const HEADINGS: Readonly<Record<string, string>> = {
  Référence: 'reference',
  'Reçu le': 'created_at',
  'Confirmé le': 'confirmed_at',
  'Désinscrit le': 'unsubscribed_at',
  Suivi: 'state',
  'Note de la maison': 'note',
  Rappel: 'remind_on',
  'Envoyé depuis': 'page',
  'Version de la notice': 'notice_version',
  Suspect: 'suspected_spam',
  'Gardé jusqu’au': 'keep_until',
}

/** Stores one submission with every field filled by a distinct value and one with the required fields only. */
function submitTwo(form: Form): Row[] {
  const more = Object.entries(form.fields).filter(([, { optional }]) => optional)
  const answers = Object.fromEntries(
    more.map(([field, { kind, options, max = 1, range }], index) => [
      field,
      Object.keys(options ?? {})[index % 2] ??
        {
          integer: String((range?.[0] ?? 0) + 1 + index),
          measure: `${(range?.[0] ?? 0) + index},5`,
          date: `2027-01-0${1 + (index % 9)}`,
          checkbox: '1',
          tel: `01 23 45 67 8${index % 10}`,
          url: `https://exemple.fr/${index}`,
        }[kind as string] ??
        `Réponse ${index}`.slice(0, max),
    ]),
  )
  const full = backend.submit(form.name as FormName, { ...answers, email: 'pleine@exemple.fr' })
  backend.submit(form.name as FormName, { email: 'courte@exemple.fr' })
  backend.db
    .prepare(
      `UPDATE leads SET page = '/ici', note = 'Une note', remind_on = '2026-12-03', keep_until = '2027-02-04', state = 'en cours' WHERE reference = ?`,
    )
    .run(full)
  if (form.isList)
    backend.db
      .prepare(
        `UPDATE ${form.table} SET asked_at = '2026-11-20T10:01:00.000Z', confirmed_at = '2026-11-21T11:02:00.000Z', unsubscribed_at = '2026-11-22T12:03:00.000Z' WHERE reference = ?`,
      )
      .run(full)
  return backend.rows(`SELECT * FROM leads JOIN ${form.table} USING (reference) ORDER BY id`)
}

const exported = async (form: Form, format: FormatName, more: Partial<ExportOptions> = { everyone: true }) => {
  return Buffer.concat(
    await Array.fromAsync(
      exportSubmissions(backend.db, backend.clock, () => backend.objections, { form, format, ...more }).bytes,
    ),
  )
}

const PARIS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' })

/** Returns the cells of a row in a spreadsheet by heading: times of Paris, labels of options, oui and non. */
function shown(form: Form, row: Row): Record<string, string> {
  const cell = (column: string, value: unknown): string => {
    const field = form.fields[column]
    if (value === null) return ''
    if (/_at$/.test(column)) return PARIS.format(new Date(String(value)))
    if (column === 'suspected_spam' || field?.kind === 'checkbox') return value === 1 ? 'oui' : 'non'
    return field?.options?.[String(value)] ?? textOf(value)
  }
  const own = Object.entries(form.fields).map(([name, { label, deskLabel }]) => [
    deskLabel ?? label,
    cell(name, row[name]),
  ])
  const others = Object.entries(HEADINGS).filter(([, column]) => column in row)
  const ofStaff = form.isList ? ['state', 'note', 'remind_on'] : []
  return Object.fromEntries([
    ...others
      .filter(([, column]) => !ofStaff.includes(column))
      .map(([heading, column]) => [heading, cell(column, row[column])]),
    ...own,
    ...(form.isList ? [['État', row.unsubscribed_at ? 'désinscrite' : 'non confirmée']] : []),
  ])
}

/** Returns the cells of a CSV file with semicolons (RFC 4180). */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .replace('\uFEFF', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ';') lines.push([])
  }
  return lines.slice(0, -1)
}

/** Returns a cell of a workbook as in the CSV file: a date without a time, a number with a comma. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '')
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value ?? '')
}

const byHeading = ([head = [], ...rows]: string[][]) =>
  rows.map((row) => Object.fromEntries(head.map((heading, index) => [heading, row[index] ?? ''])))

describe.each(allForms)('the form $name', (form) => {
  it('is exported as csv and xlsx with every column under its heading', async () => {
    const wanted = submitTwo(form).map((row) => shown(form, row))
    expect(byHeading(readCsv((await exported(form, 'csv')).toString())), 'csv').toEqual(wanted)
    const { sheets } = await readXlsx(await exported(form, 'xlsx'))
    const cells = (sheets[0]?.rows ?? []).map((row) => row.map(textOf))
    expect(byHeading(cells), 'xlsx').toEqual(wanted)
  })

  it('is exported as json and ndjson with every column', async () => {
    const wanted = submitTwo(form).map((row) =>
      Object.fromEntries(
        [...Object.values(HEADINGS), ...Object.keys(form.fields)]
          .filter((column) => column in row && !(form.isList && ['state', 'note', 'remind_on'].includes(column)))
          .map((column) => [column === 'state' ? 'status' : column, row[column]]),
      ),
    )
    const withoutState = (rows: Row[]) => rows.map(({ state: _, ...row }) => row)
    expect(withoutState(JSON.parse((await exported(form, 'json')).toString())), 'json').toEqual(wanted)
    const lines = (await exported(form, 'ndjson')).toString().trimEnd().split('\n')
    expect(withoutState(lines.map((line) => JSON.parse(line))), 'ndjson').toEqual(wanted)
  })

  it('is copied for its sender with every column and every step of the consent (RGPD art. 15 and 20)', async () => {
    const [row = {}] = submitTwo(form)
    const file = writePortableData(findPerson(backend.db, backend.objections, 'pleine@exemple.fr'))
    const [kept, ...others]: Row[] = JSON.parse(Buffer.concat(await Array.fromAsync(file)).toString()).submissions
    expect(others, 'submissions of another address').toEqual([])
    const { id: _, submission_key: __, state, ...columns } = row
    expect(kept).toMatchObject({ ...columns, status: state })
    const events = backend.rows(
      'SELECT event, at, notice_version FROM consent_events WHERE reference = ? ORDER BY id',
      row.reference,
    )
    expect(kept?.consent, 'steps of the consent').toEqual(events)
    expect(kept?.notice, 'notice that the sender saw').toBe(
      backend.rows<{ text: string }>('SELECT text FROM notices WHERE version = ?', row.notice_version)[0]?.text,
    )
  })
})

describe('the period of an export', () => {
  /** In winter, midnight in Paris is 23:00 UTC of the day before. */
  const sentAt = [
    '2026-11-20T22:59:59.999Z',
    '2026-11-20T23:00:00.000Z',
    '2026-11-22T22:59:59.999Z',
    '2026-11-22T23:00:00.000Z',
  ]

  it.each([
    [{}, [0, 1, 2, 3]],
    [{ since: '2026-11-21' }, [1, 2, 3]],
    [{ until: '2026-11-22' }, [0, 1, 2]],
    [{ since: '2026-11-21', until: '2026-11-22' }, [1, 2]],
    [{ since: '2026-11-23', until: '2026-11-23' }, [3]],
    [{ since: '2026-11-24' }, []],
  ])('counts in days of Paris: %o', async (values: Record<string, string>, which) => {
    const references = sentAt.map((at) => {
      backend.goTo(at)
      return backend.submit('contact')
    })
    const text = String(await exported(forms.contact, 'csv', { period: needPeriod({ positionals: [], values }) }))
    expect(byHeading(readCsv(text)).map((row) => row.Référence)).toEqual(which.map((index) => references[index]))
  })
})
