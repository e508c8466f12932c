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
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/server/clock.ts'
import { csvCell } from '../../src/server/exports/csv.ts'
import { createConsent, systemRandom } from '../../src/server/privacy/consent.ts'
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
    const { out, err } = desk.start('export', 'contact', '--format', 'csv')
    expect(out.startsWith('\uFEFFRéférence;Reçu le;Votre nom;Adresse e-mail;')).toBe(true)
    expect(out.split('\r\n')).toHaveLength(4)
    expect(out).toContain(`"'=HYPERLINK(""x"")"`)
    expect(out).toContain('"Un ; deux\nTrois ""quatre"""')
    expect(out).toContain(';2020-01-06 11:00;')
    expect(err).toContain('2 envois')
  })

  it('defuses whatever a spreadsheet may take for a formula, and nothing else', () => {
    for (const value of ['=1', '+33 6', '-1', '@x', '\t=1', ' =1', '＝1', '|x'])
      expect(csvCell(value)).toBe(`"'${value}"`)
    for (const value of ['06 12', 'a=b', 'Léa', '']) expect(csvCell(value)).toBe(value)
    expect(csvCell(-3)).toBe('-3')
  })
})

describe('xlsx', () => {
  it('holds the rows of the csv: French headings and words, dates as dates, what looks like a formula as a text', async () => {
    const file = desk.file('contacts.xlsx')
    expect(desk.start('export', 'contact', '--format', 'xlsx', '--output', file).err).toContain('2 envois')
    const { sheets } = await readXlsx(readFileSync(file))
    const [head = [], first = [], second = []] = sheets[0]?.rows ?? []
    const at = (heading: string) => head.indexOf(heading)
    expect(head.slice(0, 3)).toEqual(['Référence', 'Reçu le', 'Votre nom'])
    // Ten o'clock in UTC, as a winter's clock in Paris showed it.
    expect(first[at('Reçu le')]).toEqual(new Date('2020-01-06T11:00:00Z'))
    expect(first[at('Votre nom')]).toBe('=HYPERLINK("x")')
    expect(first[at('Votre message')]).toBe('Un ; deux\nTrois "quatre"')
    expect(first[at('Suspect')]).toBe('non')
    expect(second[at('Votre nom')]).toBe('Zoé')
  })

  it('is made for every form', async () => {
    for (const name of ['waitlist', 'newsletter', 'contact', 'partnership', 'ambassador', 'withdrawal']) {
      const file = desk.file(`${name}.xlsx`)
      expect(desk.start('export', name, '--format', 'xlsx', '--output', file).code).toBe(0)
      expect((await readXlsx(readFileSync(file))).sheets[0]?.rows[0]?.[0]).toBe('Référence')
    }
  })
})

describe('json and ndjson', () => {
  it('hold the same rows', () => {
    const rows = JSON.parse(desk.start('export', 'contact', '--format', 'json').out)
    const lines = desk.start('export', 'contact', '--format', 'ndjson').out.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
    expect(rows[0]).toMatchObject({ name: '=HYPERLINK("x")', suspected_spam: 0 })
    expect(rows[0]).not.toHaveProperty('submission_key')
  })

  it('keep to the days given, both included', () => {
    const names = (...args: string[]) =>
      JSON.parse(desk.start('export', 'contact', '--format', 'json', ...args).out).map(
        ({ name }: { name: string }) => name,
      )
    expect(names('--since', '2020-01-07')).toEqual(['Zoé'])
    expect(names('--until', '2020-01-06')).toEqual(['=HYPERLINK("x")'])
    expect(names('--since', '2020-01-08')).toEqual([])
  })
})

it('writes a file for its owner alone', () => {
  const file = desk.file('contacts.csv')
  expect(desk.start('export', 'contact', '--output', file)).toMatchObject({ code: 0, out: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('Zoé')
})

describe('a mailing list', () => {
  let confirmed: string
  beforeAll(() => {
    confirmed = desk.submit('newsletter', { email: 'a@exemple.fr' })
    desk.submit('newsletter', { email: 'b@exemple.fr' })
    const left = desk.submit('newsletter', { email: 'd@exemple.fr' })
    desk.start('object', 'c@exemple.fr')
    const objecting = desk.submit('newsletter', { email: 'c@exemple.fr' })
    const set = (column: string) =>
      desk.db.prepare(`UPDATE newsletter_subscriptions SET ${column} = created_at WHERE reference = ?`)
    for (const reference of [confirmed, left, objecting]) set('confirmed_at').run(reference)
    set('unsubscribed_at').run(left)
  })

  const rows = (...args: string[]) => JSON.parse(desk.start('export', 'newsletter', '--format', 'json', ...args).out)
  const tokens = () => desk.db.prepare('SELECT count(*) FROM consent_tokens').pluck().get()

  it('gives those who may be written to, and says how many are left out', () => {
    expect(rows().map(({ email }: { email: string }) => email)).toEqual(['a@exemple.fr'])
    expect(desk.start('export', 'newsletter').err).toMatch(/^1 envoi\.\n3 inscriptions /)
  })

  it('gives everybody when asked, and says where each stands', () => {
    expect(rows('--all').map(({ email, state }: Record<string, string>) => `${email} ${state}`)).toEqual([
      'a@exemple.fr confirmée',
      'b@exemple.fr non confirmée',
      'd@exemple.fr désinscrite',
      'c@exemple.fr opposition',
    ])
  })

  it('gives the same link to an address each time, which works, and none to those who may not be written to', () => {
    const [first] = rows('--links')
    expect(first.unsubscribe_url).toMatch(/\/desinscription\/[\w-]{32}$/)
    expect(tokens()).toBe(1)
    expect(rows('--links', '--all').map((row: Record<string, string>) => row.unsubscribe_url)).toEqual([
      first.unsubscribe_url,
      null,
      null,
      null,
    ])
    expect(tokens()).toBe(1)
    const consent = createConsent(desk.db, systemClock, systemRandom)
    expect(consent.unsubscribe(first.unsubscribe_url.slice(-32))?.form.name).toBe('newsletter')
    expect(rows()).toEqual([])
  })

  it('has options that other forms have not', () => {
    expect(desk.start('export', 'contact', '--all')).toMatchObject({ code: 2, out: '' })
    expect(desk.start('export', 'contact', '--links')).toMatchObject({ code: 2, out: '' })
  })
})

it('reports in one file that asks nothing of anyone and names nobody', () => {
  desk.submit('partnership')
  const file = desk.file('rapport.html')
  expect(desk.start('report', file).code).toBe(0)
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
    expect(desk.start('export', 'contact', '--output', desk.file('lien.csv'))).toMatchObject({
      code: 0,
      err: expect.stringContaining(target),
    })
    expect(readFileSync(target, 'utf8')).toContain('Zoé')
    mkdirSync(desk.file('dossier'))
    const refused = desk.start('export', 'contact', '--output', desk.file('dossier'))
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('n’est pas un fichier') })
    const absent = desk.start('export', 'contact', '--output', desk.file('absent/contacts.csv'))
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
