import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSite } from '../site.ts'
import { hera, openDesk, type Ran } from './desk.ts'

/** Makes a file one that not even root may write to, or lifts that; false on a file system that has no such thing. */
const setLock = (path: string, sign: '+i' | '-i') => spawnSync('chattr', [sign, path]).status === 0
const probe = join(mkdtempSync(join(tmpdir(), 'hera-lock-')), 'probe')
writeFileSync(probe, '')
const canBeLocked = setLock(probe, '+i') && setLock(probe, '-i')

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')
const signs = (out: string) => plain(out).match(/^[✓!✗] [^:]+(?= :)/gm) ?? []

/** What the server says when it refuses the database. */
const refusal = async () => {
  const error = (await openSite({ DATABASE_PATH: desk.path }).catch((error) => error)) as Error
  return plain(error.message.split('\n')[1] ?? '')
}

describe('a database that cannot be used', () => {
  it('that is no database: doctor and stats say what the server says; doctor goes on', async () => {
    desk.db.close()
    writeFileSync(desk.path, 'x'.repeat(8192), { mode: 0o600 })
    const said = await refusal()
    expect(said).toBe(`${desk.path} est endommagé. Restaurez une sauvegarde.`)
    expect(await desk.run('stats')).toMatchObject({ code: 1, err: `${said}\n` })
    const { code, out } = await desk.run('doctor')
    expect(code).toBe(1)
    expect(plain(out)).toContain(`✗ Base de données : ${said}`)
    expect(signs(out)).toEqual(expect.arrayContaining(['✓ Disque', '! Ouverture']))
  })

  it('whose pages are damaged: the same, and stats counts what can be read', async () => {
    for (let n = 0; n < 300; n++) desk.submit('contact', { message: `${n} ${'x'.repeat(400)}` })
    desk.submit('waitlist')
    const page = desk.db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'contact_messages'").pluck().get()
    desk.db.pragma('wal_checkpoint(TRUNCATE)')
    desk.db.close()
    const bytes = readFileSync(desk.path)
    bytes.fill(0x5a, (Number(page) - 1) * 4096, Number(page) * 4096)
    writeFileSync(desk.path, bytes)
    const said = await refusal()
    expect(said).toBe(`${desk.path} est endommagé. Restaurez une sauvegarde.`)
    const { code, out, err } = await desk.run('stats')
    expect(code).toBe(1)
    expect(out).toMatch(/^waitlist\t1\t/m)
    expect(err.split('\n').filter((line) => line === said)).toHaveLength(1)
    const doctor = await desk.run('doctor')
    expect(doctor.code).toBe(1)
    expect(plain(doctor.out)).toContain(said)
    expect(signs(doctor.out)).toEqual(expect.arrayContaining(['✓ Disque', '! Ouverture']))
  })

  it('of a newer program: the same sentence', async () => {
    desk.db.pragma('user_version = 99')
    desk.db.close()
    const said = await refusal()
    expect(said).toMatch(
      /vient d’une version plus récente de Hera \(99, celle-ci connaît \d+\)\. Mettez Hera à jour\.$/,
    )
    expect(await desk.run('stats')).toMatchObject({ code: 1, err: `${said}\n` })
    expect(plain((await desk.run('doctor')).out)).toContain(`✗ Base de données : ${said}`)
  })

  it('that is missing: nothing is created, and the rest is looked at', () => {
    const absent = desk.file('absent.sqlite')
    const before = readdirSync(desk.file('.'))
    const { code, out } = hera(absent, 'doctor')
    expect(code).toBe(1)
    expect(plain(out)).toContain('✗ Base de données : ')
    expect(signs(out)).toEqual(expect.arrayContaining(['✓ Disque', '! Ouverture']))
    expect(readdirSync(desk.file('.'))).toEqual(before)
  })

  it.runIf(canBeLocked)('that may not be written to: the same sentence, and stats counts', async () => {
    desk.submit('waitlist')
    desk.db.close()
    setLock(desk.path, '+i')
    try {
      const said = await refusal()
      expect(said).toBe(
        `${desk.path} ne peut pas être modifié : vérifiez les droits du fichier, du dossier et du disque.`,
      )
      const stats: Ran = await desk.run('stats')
      expect(stats).toMatchObject({ code: 1, err: expect.stringContaining(said) })
      expect(stats.out).toMatch(/^waitlist\t1\t/m)
      expect(plain((await desk.run('doctor')).out)).toContain(`✗ ${said}`)
    } finally {
      setLock(desk.path, '-i')
    }
  })
})

describe('backups in a folder', () => {
  const names = () =>
    readdirSync(desk.file('.'))
      .filter((name) => /^hera-\d/.test(name))
      .sort()
  const keep = (count: string) => desk.run('backup', desk.file('.'), '--keep', count)

  it('get a dated name, and as many as wanted stay, however old', async () => {
    for (const name of ['2019-01-01-031700', '2019-01-02-031700', '2019-01-03-031700'])
      for (const end of ['', '.key', '.erasures']) writeFileSync(desk.file(`hera-${name}.sqlite${end}`), '')
    writeFileSync(desk.file('hera-avant-la-mise-a-jour.sqlite'), '')
    expect(await keep('3')).toMatchObject({ code: 0, err: expect.stringContaining('1 ancienne copie supprimée') })
    expect(names().filter((name) => name.startsWith('hera-2019'))).toEqual(
      ['02', '03'].flatMap((day) => ['', '.erasures', '.key'].map((end) => `hera-2019-01-${day}-031700.sqlite${end}`)),
    )
    expect(names().find((name) => /^hera-20[2-9].*\.sqlite$/.test(name))).toMatch(
      /^hera-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/,
    )
    expect(existsSync(desk.file('hera-avant-la-mise-a-jour.sqlite'))).toBe(true)
    expect(existsSync(desk.path)).toBe(true)
  })

  it('lose those of the future first, which a wrong clock dated', async () => {
    for (const year of [2019, 2090, 2091]) writeFileSync(desk.file(`hera-${year}-01-01-031700.sqlite`), '')
    await keep('3')
    expect(
      names()
        .filter((name) => /\.sqlite$/.test(name))
        .map((name) => name.slice(0, 9)),
    ).toEqual(['hera-2019', expect.stringMatching(/^hera-202/), 'hera-2091'])
  })

  it('are refused where the number or the folder makes no sense', async () => {
    expect((await keep('0')).code).toBe(2)
    expect((await desk.run('backup', desk.file('copie.sqlite'), '--keep', '3')).code).toBe(2)
    expect(names()).toEqual([])
  })
})

it('knows after a restore that the copy is the last backup', async () => {
  const copy = desk.file('copie.sqlite')
  await desk.run('backup', copy)
  const made = desk.db.prepare("SELECT at FROM marks WHERE name = 'backup'").pluck().get()
  desk.db.prepare("UPDATE marks SET at = '2026-01-01T00:00:00.000Z'").run()
  desk.db.close()
  expect((await desk.run('restore', copy)).code).toBe(0)
  const db = new Sqlite(desk.path, { readonly: true })
  const known = Date.parse(String(db.prepare("SELECT at FROM marks WHERE name = 'backup'").pluck().get()))
  db.close()
  expect(Math.abs(Date.parse(String(made)) - known)).toBeLessThan(60_000)
})

it('says its version, and that of the database that it works with', async () => {
  expect(plain((await desk.run('--version')).out)).toMatch(/^Hera \d+\.\d+\.\d+, base de données \d+, Node \d+\./)
})

describe('completion', () => {
  const complete = async (...words: string[]) => {
    const { out } = await desk.run('completion', 'bash')
    const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hera; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', script, 'bash', 'hera', ...words], { encoding: 'utf8' }).stdout.trim()
  }

  it('offers commands, their first words and their options, and leaves files to the shell', async () => {
    expect(await complete('doc')).toBe('doctor')
    expect(await complete('outbox', '')).toBe('list retry delete')
    expect(await complete('export', 'n')).toBe('newsletter')
    expect(await complete('export', 'newsletter', '--f')).toBe('--format')
    expect(await complete('restore', '')).toBe('')
  }, 120_000)

  it('names every command in each shell, and refuses another', async () => {
    const commands = [...(await desk.run('--help')).out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(15)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await desk.run('completion', shell)
      for (const command of commands) expect(out, `${shell} ${command}`).toContain(command)
    }
    expect((await desk.run('completion', 'csh')).code).toBe(2)
  }, 120_000)
})
