import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeOldCopies } from '../../../../src/server/operations/backup/copies.ts'
import { folder, scratchFolder } from '../../../support/scratch-folder.ts'

scratchFolder()

const DAY = 86_400_000

it('copies of fourteen days are kept, those before migrations and restores included; the newest always stays', () => {
  const database = join(folder, 'hera.sqlite')
  const copies = join(folder, 'sauvegardes')
  mkdirSync(copies)
  const made = 'hera-2026-11-22-021500.sqlite'
  const beside = ['hera.sqlite.v18', 'hera.sqlite.avant-20261101-100000', 'hera.sqlite.avant-20261101-100000.key']
  const own = ['hera.sqlite', 'hera.sqlite.key', 'hera.sqlite.erasures', 'hera.sqlite.lock', 'hera.sqlite-wal']
  for (const name of [...beside, ...own]) writeFileSync(join(folder, name), '')
  const old = 'hera-2026-11-01-021500.sqlite'
  for (const name of [old, `${old}.key`, made, `${made}.key`, 'hera-2026-11-02-021500.sqlite.part', 'notes.txt'])
    writeFileSync(join(copies, name), '')
  const remove = (days: number) => removeOldCopies(database, join(copies, made), new Date(Date.now() + days * DAY))
  expect(remove(0)).toBe(0)
  expect(remove(13), 'an interrupted copy is no copy').toBe(0)
  expect(readdirSync(copies).sort()).toEqual([old, `${old}.key`, made, `${made}.key`, 'notes.txt'].sort())
  expect(remove(15)).toBe(3)
  expect(readdirSync(copies).sort()).toEqual([made, `${made}.key`, 'notes.txt'].sort())
  expect(readdirSync(folder).sort()).toEqual([...own, 'sauvegardes'].sort())
})
