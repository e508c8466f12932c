import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { DatabaseError, emptyLog, openDatabase, openExisting, readFrom } from '../../../src/server/database/database.ts'
import { describeFileError } from '../../../src/server/database/database-error.ts'
import { checkDatabaseFile } from '../../../src/server/database/integrity.ts'
import { isServed, lockForServing } from '../../../src/server/database/serving-lock.ts'
import { openVersion } from '../../support/earlier-version.ts'
import { insertLeads } from '../../support/insert-leads.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

const MIGRATIONS = readdirSync('db/migrations').length
const AT = '2026-01-01T00:00:00.000Z'

let path: string
scratchFolder()
beforeEach(() => {
  path = join(folder, 'hera.sqlite')
})

/** Creates a small database of the given version. */
function write(sql: string, version = MIGRATIONS): void {
  const db = new Sqlite(path)
  db.exec(sql)
  db.pragma(`user_version = ${version}`)
  db.close()
}
const pragma = (db: Sqlite.Database, name: string) => db.pragma(name, { simple: true })

describe('openDatabase', () => {
  it('commits to the disk before it acknowledges, keeps references, and overwrites what is deleted', () => {
    const db = openDatabase(join(folder, 'a/b/hera.sqlite'))
    const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete'].map((name) => pragma(db, name))
    expect(settings).toEqual(['wal', 2, 1, 1])
    expect(statSync(db.name).mode & 0o777, 'readable by its owner only').toBe(0o600)
    db.close()
  })

  it('migrates an old file after a copy that only its owner can read', () => {
    const first = openVersion(path, 1)
    first.exec(`INSERT INTO notices VALUES ('abcdef012345', 'contact', 'Texte', '${AT}')`)
    // As after a crash: the row is in the WAL, not in the file.
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const db = openDatabase(path)
    first.close()
    const read = (of: Sqlite.Database) => of.prepare('SELECT text FROM notices').pluck().get()
    expect([read(db), pragma(db, 'user_version')]).toEqual(['Texte', MIGRATIONS])
    db.close()
    expect(statSync(`${path}.v1`).mode & 0o777, 'mode of the copy').toBe(0o600)
    expect(readFrom(`${path}.v1`, (copy) => [read(copy), pragma(copy, 'user_version')])).toEqual(['Texte', 1])
  })
})

describe('openExisting', () => {
  it('creates no database', () => {
    expect(() => openExisting(path)).toThrow(/n’existe pas : démarrez Hera/)
    expect(existsSync(path), 'created database').toBe(false)
  })

  it.each([
    [MIGRATIONS - 1, /redémarrez le serveur/],
    [MIGRATIONS + 1, /plus récente .* ou reprenez la copie d’avant : hera restore .*\.v\d+$/],
  ])('rejects version %i with the way on, and leaves the file unchanged', (version, why) => {
    write('', version)
    writeFileSync(`${path}.v${MIGRATIONS}`, '')
    expect(() => openExisting(path)).toThrow(DatabaseError)
    expect(() => openExisting(path)).toThrow(why)
    expect(readFrom(path, (db) => pragma(db, 'user_version'))).toBe(version)
  })
})

describe('the check of a copy', () => {
  /** An index that lists another column than its table has. */
  function contradictory(): void {
    const db = openDatabase(path)
    db.exec(`INSERT INTO notices VALUES ('000000000000', 'contact', 'Texte', '${AT}')`)
    insertLeads(db, [{ reference: 'C-1', created_at: AT, notice_version: '000000000000' }])
    db.unsafeMode()
    db.pragma('writable_schema = ON')
    db.exec(`CREATE INDEX wrong ON leads (created_at);
      UPDATE sqlite_schema SET sql = replace(sql, 'created_at', 'reference') WHERE name = 'wrong'`)
    db.close()
  }
  function overwritten(): void {
    write(`CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('${'x'.repeat(500)}')`)
    writeFileSync(path, readFileSync(path).fill(0xff, 4096, 5000))
  }

  it.each([
    ['no database of Hera', () => write('CREATE TABLE t (id INTEGER)', 0), /n’est pas une base de cette version/],
    ['a newer one', () => write('', MIGRATIONS + 1), /n’est pas une base de cette version/],
    ['another file', () => writeFileSync(path, 'x'.repeat(5000)), /est endommagé/],
    ['an overwritten page', overwritten, /endommagé \(/],
    ['an index that contradicts its table', contradictory, /endommagé \(.*index/],
  ])('refuses %s', (_, make, sentence) => {
    make()
    expect(() => checkDatabaseFile(path)).toThrow(DatabaseError)
    expect(() => checkDatabaseFile(path)).toThrow(sentence)
  })
})

it('the lock of a server is held while at least one server runs', () => {
  expect(isServed(path), 'before any lock').toBe(false)
  const [first, second] = [lockForServing(path), lockForServing(path)]
  expect(isServed(path), 'with two locks').toBe(true)
  first()
  expect(isServed(path), 'with the second lock').toBe(true)
  second()
  expect(isServed(path), 'after both are released').toBe(false)
  expect(statSync(`${path}.lock`).mode & 0o777, 'mode of the lock').toBe(0o600)
})

it('emptyLog leaves no text of a deleted row in the file', () => {
  const db = openDatabase(path)
  db.exec(`INSERT INTO notices VALUES ('abcdef012345', 'contact', 'que personne ne doit relire', '${AT}')`)
  db.exec('DELETE FROM notices')
  emptyLog(db)
  expect(statSync(`${path}-wal`).size, 'bytes of the WAL').toBe(0)
  expect(readFileSync(path).includes('personne ne doit relire'), 'deleted text in the file').toBe(false)
  db.close()
})

it.each([
  ['SQLITE_BUSY_SNAPSHOT', undefined, 'est occupé'],
  ['ENOSPC', '/a/b', 'Le disque est plein : /a/b.'],
  ['ENOTDIR', '/a/b', 'Un dossier de ce chemin est en fait un fichier : /a/b.'],
])('an operator reads in French what %s of %s means', (code, file, sentence) => {
  const error = Object.assign(new Error('low level'), { code, path: file })
  expect(describeFileError(error, '/srv/hera.sqlite')).toContain(sentence)
})

it('a programming error is no error of a file', () => {
  for (const mistake of [new TypeError('x'), Object.assign(new Error('no'), { code: 'SQLITE_ERROR' })])
    expect(describeFileError(mistake, path)).toBeUndefined()
})
