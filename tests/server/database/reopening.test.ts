import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Database, DatabaseError, openDatabase } from '../../../src/server/database/database.ts'
import { openReopeningDatabase } from '../../../src/server/database/reopening.ts'

let base: string
let folder: string
let path: string
let now: number
let db: Database
let said: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hera-reopening-'))
  folder = join(base, 'data')
  mkdirSync(folder)
  path = join(folder, 'hera.sqlite')
  now = Date.parse('2026-11-22T10:00:00Z')
  said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  db = openReopeningDatabase(path, () => new Date(now))
})
afterEach(() => {
  db.close()
  said.mockRestore()
  rmSync(base, { recursive: true, force: true })
})

const marks = (from = db) => from.prepare<[], string>('SELECT name FROM marks ORDER BY name').pluck().all()
const mark = (name: string, to = db) =>
  to.prepare('INSERT INTO marks VALUES (?, ?)').run(name, new Date(now).toISOString())
const reopened = () =>
  said.mock.calls.flat().filter((text: unknown) => String(text).endsWith(' database reopened\n')).length
/** Fails as the disk does under a statement. */
const fail = (code: string) =>
  expect(() =>
    db.transaction(() => {
      throw Object.assign(new Error('disk'), { code })
    })(),
  ).toThrow('disk')
/** Makes another database, with one row. Gives what puts it in the place of the one that is open, as a restore does. */
function writeOther(): () => void {
  const file = join(base, 'other.sqlite')
  const other = openDatabase(file)
  mark('purge', other)
  other.close()
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(path + end)
    renameSync(file, path)
  }
}

it('follows the file that takes the place of the one that was opened', () => {
  mark('backup')
  const kept = db.prepare<[], string>('SELECT name FROM marks').pluck()
  expect([kept.all(), reopened()]).toEqual([['backup'], 0])
  writeOther()()
  expect(kept.all()).toEqual(['purge'])
  expect([marks(), reopened()]).toEqual([['purge'], 1])
})

it('is not opened anew in the midst of a transaction', () => {
  const replace = writeOther()
  db.transaction(() => {
    mark('backup')
    replace()
    expect(marks()).toEqual(['backup'])
  })()
  expect(marks()).toEqual(['purge'])
})

it('makes no new file where the old one is missing, looks once a second, and goes on once it is back', () => {
  mark('backup')
  renameSync(path, join(base, 'away.sqlite'))
  expect(() => marks()).toThrow(`${path} a disparu.`)
  now += 999
  expect(() => marks()).toThrow(DatabaseError)
  expect(() => marks()).toThrow(/le disque ne répond pas/)
  now += 1
  expect(() => marks()).toThrow('a disparu')
  renameSync(join(base, 'away.sqlite'), path)
  expect([marks(), reopened()]).toEqual([['backup'], 0])
})

it('makes a new file in a folder that was deleted and made again, none without a folder', () => {
  mark('backup')
  rmSync(folder, { recursive: true })
  expect(() => marks()).toThrow('a disparu')
  mkdirSync(folder)
  now += 1000
  expect([marks(), reopened()]).toEqual([[], 1])
  mark('purge')
  expect(marks()).toEqual(['purge'])
})

it.each(['SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'])(
  'is opened anew after %s, once',
  (code) => {
    mark('backup')
    fail(code)
    expect([marks(), marks(), reopened()]).toEqual([['backup'], ['backup'], 1])
  },
)

it.each(['SQLITE_CONSTRAINT', 'SQLITE_FULL', 'ENOENT', ''])('stays open after %s', (code) => {
  fail(code)
  expect([marks(), reopened()]).toEqual([[], 0])
})

it('writes nothing to a damaged file, and goes on with the one that takes its place', () => {
  mark('backup')
  db.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(path, join(base, 'good.sqlite'))
  // Waits in the log, which a connection writes into the file when it is closed.
  mark('purge')
  const damaged = readFileSync(path).fill(7, 0, 100)
  writeFileSync(path, damaged)
  fail('SQLITE_CORRUPT')
  for (const _ of [1, 2]) {
    expect(() => marks()).toThrow(/endommagé/)
    now += 1000
  }
  db.close()
  expect(readFileSync(path).equals(damaged)).toBe(true)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(join(base, 'good.sqlite'), path)
  expect([marks(), reopened()]).toEqual([['backup'], 1])
})

it('is opened anew when its log alone is gone', () => {
  mark('backup')
  db.pragma('wal_checkpoint(PASSIVE)')
  for (const end of ['-wal', '-shm']) rmSync(path + end)
  expect([marks(), reopened()]).toEqual([['backup'], 1])
})

it('leaves nothing beside the file when it is closed, also after it was opened anew', () => {
  mark('backup')
  fail('SQLITE_IOERR')
  marks()
  db.close()
  expect(readdirSync(folder)).toEqual(['hera.sqlite'])
})

it('waits for a lock once, then for none until a statement succeeds', () => {
  const wait = () => db.pragma('busy_timeout', { simple: true })
  expect(wait()).toBe(250)
  const other = new Sqlite(path)
  other.exec('BEGIN IMMEDIATE')
  expect(() => mark('backup')).toThrow('locked')
  expect(wait()).toBe(0)
  expect(wait()).toBe(250)
  other.exec('COMMIT')
  other.close()
  mark('backup')
  fail('SQLITE_CONSTRAINT')
  expect(wait()).toBe(250)
  expect([marks(), reopened()]).toEqual([['backup'], 0])
})

it('serves a database in memory', () => {
  const memory = openReopeningDatabase(':memory:', () => new Date(now))
  mark('backup', memory)
  expect(marks(memory)).toEqual(['backup'])
  memory.close()
})

it('refuses tables that differ from the forms', () => {
  const other = join(base, 'other.sqlite')
  const file = openDatabase(other)
  file.exec('ALTER TABLE contact_messages DROP COLUMN message')
  file.close()
  expect(() => openReopeningDatabase(other, () => new Date(now))).toThrow('champ message, table contact_messages')
})
