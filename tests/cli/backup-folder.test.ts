import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lastFailure } from '../../src/server/database/last-runs.ts'
import { copyName } from '../../src/server/operations/backup/copies.ts'
import { desk, freshDesk } from './desk.ts'
import { openOffice } from './office.ts'

freshDesk()

describe('hera backup to a folder', () => {
  const names = () =>
    readdirSync(desk.file('.'))
      .filter((name) => /^hera-\d/.test(name))
      .sort()
  const keep = (count: string) => desk.run('backup', desk.file('.'), '--keep', count)

  it('names the copy by its date and keeps the requested number, whatever their age', async () => {
    for (const name of ['2019-01-01-031700', '2019-01-02-031700', '2019-01-03-031700'])
      for (const end of ['', '.key', '.erasures']) writeFileSync(desk.file(`hera-${name}.sqlite${end}`), '')
    writeFileSync(desk.file('hera-avant-la-mise-a-jour.sqlite'), '')
    expect((await keep('3')).err).toMatch(/^La base est copiée et vérifiée : .+\.\n1 ancienne copie supprimée\.\n$/)
    expect(names().filter((name) => name.startsWith('hera-2019'))).toEqual(
      ['02', '03'].flatMap((day) => ['', '.erasures', '.key'].map((end) => `hera-2019-01-${day}-031700.sqlite${end}`)),
    )
    expect(names().find((name) => /^hera-20[2-9].*\.sqlite$/.test(name))).toMatch(
      /^hera-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/,
    )
    expect(existsSync(desk.file('hera-avant-la-mise-a-jour.sqlite')), 'a copy with another name is kept').toBe(true)
    expect(existsSync(desk.path), 'the database is kept').toBe(true)
  })

  it('keeps all copies without --keep', async () => {
    for (const day of ['01', '02', '03']) writeFileSync(desk.file(`hera-2019-01-${day}-031700.sqlite`), '')
    expect((await desk.run('backup', desk.file('.'))).err).toMatch(/^La base est copiée et vérifiée : .+\n$/)
    expect(names().filter((name) => name.endsWith('.sqlite'))).toHaveLength(4)
  })

  it('rejects an invalid --keep and --keep with a file', async () => {
    for (const count of ['0', '3x', 'x3'])
      expect(await keep(count)).toMatchObject({ code: 2, err: expect.stringContaining('--keep attend un nombre') })
    const file = await desk.run('backup', desk.file('copie.sqlite'), '--keep', '3')
    expect(file).toMatchObject({ code: 2, err: expect.stringContaining('--keep demande un dossier.') })
    expect(names(), 'copies although it was rejected').toEqual([])
  })

  it('records a failure in the state only with --keep, which the timer uses', async () => {
    const office = openOffice()
    const failed = () => lastFailure(office.db, 'backup')
    mkdirSync(office.file(`${copyName(office.now)}.part/x`), { recursive: true })
    await expect(office.run('backup', [office.file('.')])).rejects.toThrow()
    expect(failed(), 'a failure without --keep, as by hand').toBeUndefined()
    await expect(office.run('backup', [office.file('.')], { keep: '3' })).rejects.toThrow()
    expect(failed(), 'a failure with --keep, as by the timer').toBe(office.now.toISOString())
    rmSync(office.file(`${copyName(office.now)}.part`), { recursive: true })
    await office.run('backup', [office.file('.')], { keep: '3' })
    expect(failed(), 'a failure after a successful backup').toBeUndefined()
    office.close()
  })

  it('deletes what a killed backup left in the folder', async () => {
    const left = desk.file('hera-2026-11-20-031700.sqlite.part')
    writeFileSync(left, 'Léa')
    utimesSync(left, new Date('2026-11-20'), new Date('2026-11-20'))
    const { code, err } = await desk.run('backup', desk.file('.'))
    expect(err).toContain('1 fichier d’une copie interrompue supprimé.')
    expect(code, 'exit code').toBe(0)
    expect(readdirSync(desk.file('.')).filter((name) => name.includes('.part'))).toEqual([])
  })
})

it('hera backup shows its progress and clears it', async () => {
  const office = openOffice()
  await office.run('backup', [office.file('copie.sqlite')])
  office.close()
  expect(office.shown.length, 'updates of the progress').toBeGreaterThan(1)
  expect(office.shown.at(-1)).toEqual([1, 1])
})
