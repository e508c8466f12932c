import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lastFailure } from '../../src/server/database/last-runs.ts'
import { installation, setUpInstallation } from './installation.ts'
import { openOperator } from './operator.ts'

setUpInstallation()

describe('hera backup to a folder', () => {
  const names = () =>
    readdirSync(installation.file('.'))
      .filter((name) => /^hera-\d/.test(name))
      .sort()
  const OLD = ['01', '02', '03'].map((day) => `hera-2019-01-${day}-031700.sqlite`)
  const keep = (count: string) => installation.run('backup', installation.file('.'), '--keep', count)

  it('names the copy by its date and keeps the requested number, whatever their age', async () => {
    for (const name of OLD) writeFileSync(installation.file(name), '')
    expect((await keep('3')).err).toMatch(/^La base est copiée et vérifiée : .+\.\n1 ancienne copie supprimée\.\n$/)
    expect(names().filter((name) => name.endsWith('.sqlite'))).toEqual([
      ...OLD.slice(1),
      expect.stringMatching(/^hera-20[2-9]\d-\d\d-\d\d-\d{6}\.sqlite$/),
    ])
    expect(existsSync(installation.path), 'the database is kept').toBe(true)
  })

  it('rejects an invalid --keep and --keep with a file', async () => {
    for (const count of ['0', '3x', 'x3'])
      expect(await keep(count)).toMatchObject({ code: 2, err: expect.stringContaining('--keep attend un nombre') })
    const file = await installation.run('backup', installation.file('copie.sqlite'), '--keep', '3')
    expect(file).toMatchObject({ code: 2, err: expect.stringContaining('--keep demande un dossier.') })
    expect(names(), 'copies although it was rejected').toEqual([])
  })

  it('names the copy, not the database, if its disk is full', async () => {
    const operator = openOperator()
    const copy = operator.file('copie.sqlite')
    for (const [code, sentence] of [
      ['SQLITE_FULL', 'ne peut pas grandir : le disque est plein.'],
      ['SQLITE_IOERR_SHMSIZE', ': la lecture ou l’écriture sur le disque a échoué.'],
    ]) {
      operator.db.backup = () => Promise.reject(Object.assign(new Error('full'), { code }))
      await expect(operator.run('backup', [copy])).rejects.toThrow(`${copy} ${sentence}`)
    }
    operator.close()
  })

  it('records a failure in the state only with --keep, which the timer uses', async () => {
    const operator = openOperator()
    const failed = () => lastFailure(operator.db, 'backup')
    const { backup } = operator.db
    operator.db.backup = () => Promise.reject(new Error('interrupted'))
    await expect(operator.run('backup', [operator.file('.')])).rejects.toThrow()
    expect(failed(), 'a failure without --keep, as by hand').toBeUndefined()
    await expect(operator.run('backup', [operator.file('.')], { keep: '3' })).rejects.toThrow()
    expect(failed(), 'a failure with --keep, as by the timer').toBe(operator.now.toISOString())
    operator.db.backup = backup
    await operator.run('backup', [operator.file('.')], { keep: '3' })
    expect(failed(), 'a failure after a successful backup').toBeUndefined()
    expect(operator.shown.length, 'updates of the progress').toBeGreaterThan(1)
    expect(operator.shown.at(-1), 'the progress is cleared').toEqual([1, 1])
    operator.close()
  })

  it('without --keep keeps all copies, and deletes what a killed backup left', async () => {
    for (const name of OLD) writeFileSync(installation.file(name), '')
    const left = installation.file('hera-2026-11-20-031700.sqlite.part')
    writeFileSync(left, 'Léa')
    utimesSync(left, new Date('2026-11-20'), new Date('2026-11-20'))
    const { code, err } = await installation.run('backup', installation.file('.'))
    expect(err).toMatch(/^1 fichier d’une copie interrompue supprimé\.\nLa base est copiée et vérifiée : .+\n$/)
    expect(code, 'exit code').toBe(0)
    expect(
      names().filter((name) => name.endsWith('.sqlite')),
      'all copies',
    ).toHaveLength(4)
    expect(readdirSync(installation.file('.')).filter((name) => name.includes('.part'))).toEqual([])
  })
})
