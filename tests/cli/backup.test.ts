import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/server/database/database.ts'
import { createKeyedHash, keyPath, recordKey } from '../../src/server/people/keyed-hash.ts'
import { insertLeads } from '../support/insert-leads.ts'
import { insertMessage } from '../support/insert-rows.ts'
import { installation, runHera, setUpInstallation } from './installation.ts'

setUpInstallation()

it('hera restore refuses the database itself, also by a link, and stops none of its e-mails', async () => {
  insertMessage(installation.db, '2020-01-06T10:00:00.000Z', { reference: installation.submit('contact') })
  const [soft, hard] = [installation.file('lien.sqlite'), installation.file('autre.sqlite')]
  symlinkSync(installation.path, soft)
  linkSync(installation.path, hard)
  for (const path of [installation.path, relative('.', installation.path), soft, hard])
    expect(await installation.run('restore', path), path).toMatchObject({
      code: 1,
      err: `${resolve(path)} est la base elle-même, pas une sauvegarde : rien n’est changé.\n`,
    })
  expect(installation.db.prepare('SELECT failed_at FROM outbox').pluck().all()).toEqual([null])
})

it('backup and restore print only what applies, and what is lost with an unreadable database or a missing key', async () => {
  installation.submit('contact')
  const hash = createKeyedHash(installation.path)
  recordKey(installation.db, hash)
  const file = installation.file('copie.sqlite')
  expect((await installation.run('backup', file)).err).toBe(`La base est copiée et vérifiée : ${file}.\n`)
  const elsewhere = installation.file('ailleurs.sqlite')
  expect((await runHera(elsewhere, 'restore', file)).err).toMatch(
    new RegExp(`^${elsewhere} vient maintenant de ${file}\\.\nElle contient 1 envoi, le dernier du .* à .*\\.\n$`),
  )
  const db = openDatabase(elsewhere)
  insertLeads(db, [{ reference: 'C-0000-0001', created_at: '2026-11-21T10:00:00.000Z' }])
  db.close()
  expect((await runHera(elsewhere, 'restore', file)).err).toContain('1 envoi manque à cette sauvegarde : ')
  writeFileSync(elsewhere, 'x'.repeat(8192))
  const lines = (await runHera(elsewhere, 'restore', file)).err.trimEnd().split('\n')
  expect(lines.map((line) => line.replace(/\d{8}-\d{6}/, 'date'))).toEqual([
    `${elsewhere} vient maintenant de ${file}.`,
    expect.stringContaining('Elle contient 1 envoi'),
    `L’ancienne base est gardée quatorze jours : ${elsewhere}.avant-date.`,
    expect.stringContaining('n’a pas pu être lue'),
  ])
  rmSync(keyPath(file))
  const otherMachine = join(mkdtempSync(installation.file('machine-')), 'hera.sqlite')
  expect((await runHera(otherMachine, 'restore', file)).err).toContain(`${file}.key manque`)
})
