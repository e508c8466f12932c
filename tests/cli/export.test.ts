import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

describe('where it is written', () => {
  it('goes through a link, and takes the place of nothing but a file', () => {
    const target = desk.file('vrai.csv')
    writeFileSync(target, '')
    symlinkSync(target, desk.file('lien.csv'))
    expect(desk.run('export', 'contact', '--output', desk.file('lien.csv'))).toMatchObject({
      code: 0,
      err: expect.stringContaining(target),
    })
    expect(readFileSync(target, 'utf8')).toContain('Zoé')
    mkdirSync(desk.file('dossier'))
    const refused = desk.run('export', 'contact', '--output', desk.file('dossier'))
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('n’est pas un fichier') })
    const absent = desk.run('export', 'contact', '--output', desk.file('absent/contacts.csv'))
    expect(absent).toMatchObject({ code: 1, err: expect.stringContaining('n’existe pas') })
    expect(readdirSync(desk.file('.')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it.runIf(existsSync('/dev/full'))('says that the disk is full, and that it failed', () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, ['hera.mjs', 'export', 'contact'], {
      env: { PATH: process.env.PATH, DATABASE_PATH: desk.path },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(stderr).toContain('Le disque est plein')
    expect(stderr).not.toContain('2 envois')
    expect(status).toBe(1)
  })
})
