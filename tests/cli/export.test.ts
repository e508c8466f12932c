import { readFileSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvCell } from '../../src/cli/formats.ts'
import { openDesk } from './desk.ts'

let desk: ReturnType<typeof openDesk>
beforeAll(() => {
  desk = openDesk()
  desk.submit('contact', { name: '=HYPERLINK("x")', message: 'Un ; deux\nTrois "quatre"' })
  desk.submit('contact', { name: 'Zoé' }, { day: '2020-01-07' })
})
afterAll(() => desk.close())

describe('csv', () => {
  it('opens rightly in a French Excel: mark, semicolons, CRLF, no formula', () => {
    const { out, err } = desk.run('export', 'contact', '--format', 'csv')
    expect(out.startsWith('\uFEFFreference;created_at;name;email;')).toBe(true)
    expect(out.split('\r\n')).toHaveLength(4)
    expect(out).toContain(`"'=HYPERLINK(""x"")"`)
    expect(out).toContain('"Un ; deux\nTrois ""quatre"""')
    expect(err).toContain('2 envois')
  })

  it('defuses whatever a spreadsheet may take for a formula, and nothing else', () => {
    for (const value of ['=1', '+33 6', '-1', '@x', '\t=1', ' =1', '＝1', '|x'])
      expect(csvCell(value)).toBe(`"'${value}"`)
    for (const value of ['06 12', 'a=b', 'Léa', '']) expect(csvCell(value)).toBe(value)
    expect(csvCell(-3)).toBe('-3')
  })
})

describe('json and ndjson', () => {
  it('hold the same rows', () => {
    const rows = JSON.parse(desk.run('export', 'contact', '--format', 'json').out)
    const lines = desk.run('export', 'contact', '--format', 'ndjson').out.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
    expect(rows[0]).toMatchObject({ name: '=HYPERLINK("x")', suspected_spam: 0 })
    expect(rows[0]).not.toHaveProperty('submission_key')
  })

  it('keep to the days given, both included', () => {
    const names = (...args: string[]) =>
      JSON.parse(desk.run('export', 'contact', '--format', 'json', ...args).out).map(
        ({ name }: { name: string }) => name,
      )
    expect(names('--since', '2020-01-07')).toEqual(['Zoé'])
    expect(names('--until', '2020-01-06')).toEqual(['=HYPERLINK("x")'])
    expect(names('--since', '2020-01-08')).toEqual([])
  })
})

it('writes a file for its owner alone', () => {
  const file = desk.file('contacts.csv')
  expect(desk.run('export', 'contact', '--output', file)).toMatchObject({ code: 0, out: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('Zoé')
})

it('says where each address of a list stands, and gives links to the confirmed alone', () => {
  const first = desk.submit('newsletter', { email: 'a@exemple.fr' })
  desk.submit('newsletter', { email: 'b@exemple.fr' })
  desk.submit('newsletter', { email: 'c@exemple.fr' })
  desk.db.prepare('UPDATE newsletter_subscriptions SET confirmed_at = created_at WHERE reference = ?').run(first)
  desk.run('object', 'c@exemple.fr')
  desk.submit('newsletter', { email: 'c@exemple.fr' })
  const rows = JSON.parse(desk.run('export', 'newsletter', '--format', 'json', '--links').out)
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(['confirmée', 'non confirmée', 'opposition'])
  expect(rows[0].unsubscribe_url).toMatch(/\/desinscription\/[\w-]{32}$/)
  expect(rows[1].unsubscribe_url).toBeNull()
})

it('reports in one file that asks nothing of anyone and names nobody', () => {
  desk.submit('partnership')
  const file = desk.file('rapport.html')
  expect(desk.run('report', file).code).toBe(0)
  const html = readFileSync(file, 'utf8')
  expect(html.match(/<svg /g)?.length).toBeGreaterThan(3)
  expect(html).toContain('Moyenne')
  expect(html).not.toMatch(/https?:|src=|href=|<script|@exemple|Léa|Camille/)
})
