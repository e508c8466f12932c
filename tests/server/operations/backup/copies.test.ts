import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyName, removeOldCopies, removeUnfinishedCopies } from '../../../../src/server/operations/backup/copies.ts'
import { folder, scratchFolder } from '../../../scratch-folder.ts'

scratchFolder()

const NOW = new Date('2026-11-22T03:17:00.000Z')
const MADE = 'hera-2026-11-22-031700.sqlite'
const put = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '')
}
const of = (day: string) => `hera-${day}-031700.sqlite`

it('copyName contains the second in UTC', () => {
  expect(copyName(NOW)).toBe(MADE)
  expect(copyName(new Date('2026-01-02T23:59:58.999Z'))).toBe('hera-2026-01-02-235958.sqlite')
})

it('removeOldCopies deletes only surplus copies, each with its key and erasure log', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
  put(...days.flatMap((day) => [of(day), `${of(day)}.key`, `${of(day)}.erasures`]), MADE, 'notes.txt', 'hera-x.sqlite')
  expect(removeOldCopies(folder, 5, MADE, NOW)).toEqual([])
  expect(removeOldCopies(folder, 3, MADE, NOW)).toEqual([of('2026-11-18'), of('2026-11-19')])
  expect(readdirSync(folder).sort()).toEqual(
    [
      ...['2026-11-20', '2026-11-21'].flatMap((day) => [of(day), `${of(day)}.key`, `${of(day)}.erasures`]),
      MADE,
      'hera-x.sqlite',
      'notes.txt',
    ].sort(),
  )
})

it('removeOldCopies treats a copy dated in the future as the oldest', () => {
  put(of('2030-01-01'), of('2026-11-23'), of('2026-11-21'), MADE)
  expect(removeOldCopies(folder, 3, MADE, NOW)).toEqual([of('2030-01-01')])
  expect(removeOldCopies(folder, 2, MADE, NOW)).toEqual([of('2026-11-21')])
})

it('removeUnfinishedCopies deletes the files of an interrupted copy, except if it may still be running', () => {
  const [killed, made] = [of('2026-11-20'), of('2026-11-21')]
  const remains = ['.part', '.part-wal', '.part-shm', '.part-journal', '.key', '.erasures'].map((end) => killed + end)
  const others = [made, `${made}.key`, `${made}.erasures`, 'hera.sqlite.part', 'export.csv.part', `${made}.txt`]
  put(...remains, ...others, `${MADE}.part`, `${MADE}.key`)
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
  for (const name of [...remains, ...others]) utimesSync(join(folder, name), hoursAgo(7), hoursAgo(7))
  for (const name of [`${MADE}.part`, `${MADE}.key`]) utimesSync(join(folder, name), hoursAgo(5), hoursAgo(5))
  expect(removeUnfinishedCopies(folder, NOW), 'deleted files').toBe(6)
  expect(readdirSync(folder).sort()).toEqual([...others, `${MADE}.part`, `${MADE}.key`].sort())
  expect(removeUnfinishedCopies(folder, NOW), 'files deleted by a second run').toBe(0)
})

it('removeUnfinishedCopies keeps the key and erasure log of a copy that was compressed or moved', () => {
  const files = ['.gz', '.key', '.erasures'].map((end) => `${of('2026-11-18')}${end}`)
  put(...files)
  const old = new Date(NOW.getTime() - 7 * 24 * 3_600_000)
  for (const name of files) utimesSync(join(folder, name), old, old)
  expect(removeUnfinishedCopies(folder, NOW), 'deleted files').toBe(0)
  expect(readdirSync(folder).sort()).toEqual(files.sort())
})
