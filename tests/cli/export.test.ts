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
import { openDesk } from './desk.ts'

let desk: ReturnType<typeof openDesk>
beforeAll(() => {
  desk = openDesk()
  desk.submit('contact', { name: '=HYPERLINK("x")', message: 'Un ; deux\nTrois "quatre"' })
  desk.submit('contact', { name: 'Zoé' }, { day: '2020-01-07' })
})
afterAll(() => desk.close())

describe('csv', () => {
  it('opens rightly in a French Excel: mark, semicolons, CRLF, no formula', async () => {
    const { out, err } = await desk.runHere('export', 'contact', '--format', 'csv')
    expect(out.startsWith('\uFEFFRéférence;Reçu le;Votre nom;Adresse e-mail;')).toBe(true)
    expect(out.split('\r\n')).toHaveLength(4)
    expect(out).toContain(`"'=HYPERLINK(""x"")"`)
    expect(out).toContain('"Un ; deux\nTrois ""quatre"""')
    expect(out).toContain(';2020-01-06 11:00;')
    expect(err).toContain('2 envois')
  })
})

describe('json', () => {
  it('keeps to the days given, both included', async () => {
    const names = async (...args: string[]) =>
      JSON.parse((await desk.runHere('export', 'contact', '--format', 'json', ...args)).out).map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('--since', '2020-01-07')).toEqual(['Zoé'])
    expect(await names('--until', '2020-01-06')).toEqual(['=HYPERLINK("x")'])
    expect(await names('--since', '2020-01-08')).toEqual([])
  })
})

it('writes a file for its owner alone', async () => {
  const file = desk.file('contacts.csv')
  expect(await desk.runHere('export', 'contact', '--output', file)).toMatchObject({ code: 0, out: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('Zoé')
})

describe('a mailing list', () => {
  let confirmed: string
  beforeAll(async () => {
    confirmed = desk.submit('newsletter', { email: 'a@exemple.fr' })
    desk.submit('newsletter', { email: 'b@exemple.fr' })
    const left = desk.submit('newsletter', { email: 'd@exemple.fr' })
    await desk.runHere('object', 'c@exemple.fr')
    const objecting = desk.submit('newsletter', { email: 'c@exemple.fr' })
    const set = (column: string) =>
      desk.db.prepare(`UPDATE newsletter_subscriptions SET ${column} = created_at WHERE reference = ?`)
    for (const reference of [confirmed, left, objecting]) set('confirmed_at').run(reference)
    set('unsubscribed_at').run(left)
  })

  const rows = async (...args: string[]) =>
    JSON.parse((await desk.runHere('export', 'newsletter', '--format', 'json', ...args)).out)

  it('gives those who may be written to, and says how many are left out', async () => {
    expect((await rows()).map(({ email }: { email: string }) => email)).toEqual(['a@exemple.fr'])
    expect((await desk.runHere('export', 'newsletter')).err).toMatch(/^1 envoi\.\n3 inscriptions /)
  })

  it('gives everybody when asked, and says where each stands', async () => {
    expect((await rows('--all')).map(({ email, state }: Record<string, string>) => `${email} ${state}`)).toEqual([
      'a@exemple.fr confirmée',
      'b@exemple.fr non confirmée',
      'd@exemple.fr désinscrite',
      'c@exemple.fr opposition',
    ])
  })

  it('has options that other forms have not', async () => {
    expect(await desk.runHere('export', 'contact', '--all')).toMatchObject({ code: 2, out: '' })
    expect(await desk.runHere('export', 'contact', '--links')).toMatchObject({ code: 2, out: '' })
  })
})

it('reports in one file that asks nothing of anyone and names nobody', async () => {
  desk.submit('partnership')
  const file = desk.file('rapport.html')
  expect((await desk.runHere('report', file)).code).toBe(0)
  const html = readFileSync(file, 'utf8')
  expect(html.match(/<svg /g)?.length).toBeGreaterThan(3)
  expect(html).toContain('Moyenne')
  expect(html).not.toMatch(/https?:|src=|href=|<script|@exemple|Léa|Camille/)
})

describe('where it is written', () => {
  it('goes through a link, and takes the place of nothing but a file', async () => {
    const target = desk.file('vrai.csv')
    writeFileSync(target, '')
    symlinkSync(target, desk.file('lien.csv'))
    expect(await desk.runHere('export', 'contact', '--output', desk.file('lien.csv'))).toMatchObject({
      code: 0,
      err: expect.stringContaining(target),
    })
    expect(readFileSync(target, 'utf8')).toContain('Zoé')
    mkdirSync(desk.file('dossier'))
    const refused = await desk.runHere('export', 'contact', '--output', desk.file('dossier'))
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('n’est pas un fichier') })
    const absent = await desk.runHere('export', 'contact', '--output', desk.file('absent/contacts.csv'))
    expect(absent).toMatchObject({ code: 1, err: expect.stringContaining('n’existe pas') })
    expect(readdirSync(desk.file('.')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it.runIf(existsSync('/dev/full'))('says that the disk is full, and that it failed', async () => {
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
