import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../src/server/clock.ts'
import { type Commit, createCommit } from '../../../src/server/database/commit.ts'
import { type Connection, openConnection } from '../../../src/server/database/connection.ts'
import { DatabaseError, openDatabase } from '../../../src/server/database/database.ts'
import { layDatabase } from '../../memory-database.ts'
import { folder as base, scratchFolder } from '../../scratch-folder.ts'

let folder: string
let path: string
let file: Connection
let commit: Commit
scratchFolder()
beforeEach(() => {
  folder = join(base, 'data')
  mkdirSync(folder)
  path = join(folder, 'hera.sqlite')
  layDatabase(path)
  file = openConnection(path)
  commit = createCommit(file.db, systemClock, file)
})
afterEach(() => file.close())

const marks = (from = file.db) => from.prepare<[], string>('SELECT name FROM marks ORDER BY name').pluck().all()
const mark = (name: string, to = file.db) =>
  to.prepare('INSERT INTO marks VALUES (?, ?)').run(name, '2026-11-22T10:00:00.000Z')
/** Looks after the file as the server does each second; gives whether it was opened anew, and what it holds. */
const renewed = () => [file.renew(), marks()]
/** Fails as the disk does under a statement. */
const fail = (code: string) =>
  expect(
    commit(() => {
      throw Object.assign(new Error('disk'), { code })
    }),
  ).rejects.toThrow('disk')
/** Makes another database, with one row. Returns what puts it in the place of the one that is open, as a restore does. */
function writeOther(): () => void {
  const name = join(base, 'other.sqlite')
  layDatabase(name)
  const other = openDatabase(name)
  mark('purge', other)
  other.close()
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(path + end)
    renameSync(name, path)
  }
}

it('follows the file that takes the place of the one that was opened, and commits nothing until it does', async () => {
  mark('backup')
  expect(renewed()).toEqual([false, ['backup']])
  writeOther()()
  await expect(commit(() => mark('backup'))).rejects.toThrow(DatabaseError)
  expect(() => file.assertSound()).toThrow(/le disque ne répond pas/)
  expect(renewed()).toEqual([true, ['purge']])
  expect(renewed()).toEqual([false, ['purge']])
  await createCommit(file.db, systemClock, file)(() => mark('backup'))
  expect(marks()).toEqual(['backup', 'purge'])
})

it('makes no new file where the old one is missing, and goes on once it is back', () => {
  mark('backup')
  renameSync(path, join(base, 'away.sqlite'))
  for (const _ of [1, 2]) expect(() => file.renew()).toThrow(`${path} a disparu.`)
  expect(() => file.assertSound()).toThrow(DatabaseError)
  renameSync(join(base, 'away.sqlite'), path)
  expect(renewed()).toEqual([false, ['backup']])
})

it('makes a new file in a folder that was deleted and made again, none without a folder', () => {
  mark('backup')
  rmSync(folder, { recursive: true })
  expect(() => file.renew()).toThrow('a disparu')
  mkdirSync(folder)
  expect(renewed()).toEqual([true, []])
  mark('purge')
  expect(marks()).toEqual(['purge'])
})

it.each(['SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'])(
  'is opened anew after %s, once',
  async (code) => {
    mark('backup')
    await fail(code)
    expect([renewed(), renewed()]).toEqual([
      [true, ['backup']],
      [false, ['backup']],
    ])
  },
)

it.each(['SQLITE_CONSTRAINT', 'SQLITE_FULL', 'ENOENT', ''])('stays open after %s', async (code) => {
  await fail(code)
  expect(renewed()).toEqual([false, []])
})

it('writes nothing to a damaged file, and goes on with the one that takes its place', async () => {
  mark('backup')
  file.db.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(path, join(base, 'good.sqlite'))
  // Waits in the log, which a connection writes into the file when it is closed.
  mark('purge')
  const damaged = readFileSync(path).fill(7, 0, 100)
  writeFileSync(path, damaged)
  await fail('SQLITE_CORRUPT')
  for (const _ of [1, 2]) expect(() => file.renew()).toThrow(/endommagé/)
  file.close()
  expect(readFileSync(path).equals(damaged), 'the damaged file is as it was').toBe(true)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(join(base, 'good.sqlite'), path)
  expect(renewed()).toEqual([true, ['backup']])
})

it('is opened anew when its log alone is gone', () => {
  mark('backup')
  file.db.pragma('wal_checkpoint(PASSIVE)')
  for (const end of ['-wal', '-shm']) rmSync(path + end)
  expect(renewed()).toEqual([true, ['backup']])
})

it('leaves nothing beside the file when it is closed, also after it was opened anew', async () => {
  mark('backup')
  await fail('SQLITE_IOERR')
  file.renew()
  file.close()
  expect(readdirSync(folder)).toEqual(['hera.sqlite'])
})

it('waits for a lock once, then for none until a commit succeeds', async () => {
  const wait = () => file.db.pragma('busy_timeout', { simple: true })
  expect(wait(), 'milliseconds to wait at first').toBe(250)
  const other = new Sqlite(path)
  other.exec('BEGIN IMMEDIATE')
  const waiting = commit(() => mark('backup'))
  await expect.poll(wait, { message: 'milliseconds to wait behind a lock' }).toBe(0)
  other.exec('COMMIT')
  other.close()
  await waiting
  expect(wait(), 'milliseconds to wait after a commit').toBe(250)
  await fail('SQLITE_CONSTRAINT')
  expect(wait(), 'milliseconds to wait after a refused row').toBe(250)
  expect(renewed()).toEqual([false, ['backup']])
})

it('is sound in memory', () => {
  const memory = openConnection(':memory:')
  memory.assertSound()
  expect(memory.renew(), 'opened anew in memory').toBe(false)
  memory.close()
})

it('refuses tables that differ from the forms', () => {
  const other = join(base, 'other.sqlite')
  const made = openDatabase(other)
  made.exec('ALTER TABLE contact_messages DROP COLUMN message')
  made.close()
  expect(() => openConnection(other)).toThrow('champ message, table contact_messages')
})
