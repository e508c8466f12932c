import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../src/server/clock.ts'
import { type Commit, createCommit } from '../../../src/server/database/commit.ts'
import { type Connection, openConnection } from '../../../src/server/database/connection.ts'
import { DatabaseError, openDatabase } from '../../../src/server/database/database.ts'
import { createDatabaseFile } from '../../memory-database.ts'
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
  createDatabaseFile(path)
  file = openConnection(path)
  commit = createCommit(file.db, systemClock, file)
})
afterEach(() => file.close())

const marks = (from = file.db) => from.prepare<[], string>('SELECT name FROM marks ORDER BY name').pluck().all()
const mark = (name: string, to = file.db) =>
  to.prepare('INSERT INTO marks VALUES (?, ?)').run(name, '2026-11-22T10:00:00.000Z')
/** Calls renew() as the server does every second; returns if it reopened the file, and the marks in it. */
const renewed = () => [file.renew(), marks()]
/** Runs a job that fails with an SQLite code. */
const fail = (code: string) =>
  expect(
    commit(() => {
      throw Object.assign(new Error('disk'), { code })
    }),
  ).rejects.toThrow('disk')
/** Creates another database with one row. Returns a function that replaces the open one by it, like a restore. */
function writeOther(): () => void {
  const name = join(base, 'other.sqlite')
  createDatabaseFile(name)
  const other = openDatabase(name)
  mark('purge', other)
  other.close()
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(path + end)
    renameSync(name, path)
  }
}

it('the connection reopens a replaced file, and commits fail until then', async () => {
  mark('backup')
  expect(renewed()).toEqual([false, ['backup']])
  writeOther()()
  await expect(commit(() => mark('backup'))).rejects.toThrow(DatabaseError)
  expect(() => file.assertUsable()).toThrow(/le disque ne répond pas/)
  expect(renewed()).toEqual([true, ['purge']])
  expect(renewed()).toEqual([false, ['purge']])
  await createCommit(file.db, systemClock, file)(() => mark('backup'))
  expect(marks()).toEqual(['backup', 'purge'])
})

it('the connection creates no file if the old one is missing, and continues once it is back', () => {
  mark('backup')
  renameSync(path, join(base, 'away.sqlite'))
  for (const _ of [1, 2]) expect(() => file.renew()).toThrow(`${path} a disparu.`)
  expect(() => file.assertUsable()).toThrow(DatabaseError)
  renameSync(join(base, 'away.sqlite'), path)
  expect(renewed()).toEqual([false, ['backup']])
})

it('the connection creates a file in a folder that was deleted and recreated, and none without a folder', () => {
  mark('backup')
  rmSync(folder, { recursive: true })
  expect(() => file.renew()).toThrow('a disparu')
  mkdirSync(folder)
  expect(renewed()).toEqual([true, []])
  mark('purge')
  expect(marks()).toEqual(['purge'])
})

it.each(['SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'])(
  'the connection is reopened once after %s',
  async (code) => {
    mark('backup')
    await fail(code)
    expect([renewed(), renewed()]).toEqual([
      [true, ['backup']],
      [false, ['backup']],
    ])
  },
)

it.each(['SQLITE_CONSTRAINT', 'SQLITE_FULL', 'ENOENT', ''])('the connection stays open after %s', async (code) => {
  await fail(code)
  expect(renewed()).toEqual([false, []])
})

it('the connection writes nothing to a damaged file, and reopens the one that replaces it', async () => {
  mark('backup')
  file.db.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(path, join(base, 'good.sqlite'))
  // Still in the WAL, which a connection writes into the file when it is closed.
  mark('purge')
  const damaged = readFileSync(path).fill(7, 0, 100)
  writeFileSync(path, damaged)
  await fail('SQLITE_CORRUPT')
  for (const _ of [1, 2]) expect(() => file.renew()).toThrow(/endommagé/)
  file.close()
  expect(readFileSync(path).equals(damaged), 'damaged file unchanged').toBe(true)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(join(base, 'good.sqlite'), path)
  expect(renewed()).toEqual([true, ['backup']])
})

it('the connection is reopened if only the WAL was deleted', () => {
  mark('backup')
  file.db.pragma('wal_checkpoint(PASSIVE)')
  for (const end of ['-wal', '-shm']) rmSync(path + end)
  expect(renewed()).toEqual([true, ['backup']])
})

it('a closed connection leaves no file beside the database, even after it was reopened', async () => {
  mark('backup')
  await fail('SQLITE_IOERR')
  file.renew()
  file.close()
  expect(readdirSync(folder)).toEqual(['hera.sqlite'])
})

it('a statement waits for a lock once, then not again until a commit succeeds', async () => {
  const wait = () => file.db.pragma('busy_timeout', { simple: true })
  expect(wait(), 'busy_timeout at first').toBe(250)
  const other = new Sqlite(path)
  other.exec('BEGIN IMMEDIATE')
  const waiting = commit(() => mark('backup'))
  await expect.poll(wait, { message: 'busy_timeout while locked' }).toBe(0)
  other.exec('COMMIT')
  other.close()
  await waiting
  expect(wait(), 'busy_timeout after a commit').toBe(250)
  await fail('SQLITE_CONSTRAINT')
  expect(wait(), 'busy_timeout after a rejected row').toBe(250)
  expect(renewed()).toEqual([false, ['backup']])
})

it('a connection in memory is never reopened', () => {
  const memory = openConnection(':memory:')
  memory.assertUsable()
  expect(memory.renew(), 'reopened in memory').toBe(false)
  memory.close()
})

it('openConnection throws if tables differ from the forms', () => {
  const other = join(base, 'other.sqlite')
  const made = openDatabase(other)
  made.exec('ALTER TABLE contact_messages DROP COLUMN message')
  made.close()
  expect(() => openConnection(other)).toThrow('champ message, table contact_messages')
})
