import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { countChanges, databaseVersion } from '../../../src/server/database/compare.ts'
import { copyDatabase, leaveWalMode } from '../../../src/server/database/copy-database.ts'
import {
  DatabaseError,
  emptyLog,
  openDatabase,
  openExisting,
  openForReading,
} from '../../../src/server/database/database.ts'
import { describeFileError, isUniqueViolation, sqliteCode } from '../../../src/server/database/database-error.ts'
import { checkDatabaseFile, findDamage, findProblems } from '../../../src/server/database/integrity.ts'
import { firstStart, lastRun, recordRun } from '../../../src/server/database/last-runs.ts'
import { copyPrivateFile, createPrivateFile, ensurePrivateFile } from '../../../src/server/database/private-file.ts'
import { isServed, lockForServing } from '../../../src/server/database/serving-lock.ts'
import { insertLeads } from '../../insert-leads.ts'
import { folder, scratchFolder } from '../../scratch-folder.ts'

const MIGRATIONS = readdirSync('db/migrations').length

let path: string
scratchFolder()
beforeEach(() => {
  path = join(folder, 'hera.sqlite')
})

const mode = (file: string) => statSync(file).mode & 0o777
/** Makes a file a small database of this version. */
function write(file: string, sql: string, version = MIGRATIONS): void {
  const db = new Sqlite(file)
  db.exec(sql)
  db.pragma(`user_version = ${version}`)
  db.close()
}
const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return expect.fail('nothing was thrown')
}

describe('a file of the database', () => {
  it('is made with its folder for its owner alone, and is left as it is where it exists', () => {
    const file = join(folder, 'a/b/hera.sqlite')
    ensurePrivateFile(file)
    expect([mode(file), readFileSync(file, 'utf8')]).toEqual([0o600, ''])
    writeFileSync(file, 'content')
    ensurePrivateFile(file)
    expect(readFileSync(file, 'utf8')).toBe('content')
    expect(() => createPrivateFile(file)).toThrow('EEXIST')
  })

  it('is copied to a private one, in the place of what is there, whatever its permissions were', () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeFileSync(from, 'new')
    writeFileSync(to, 'old')
    chmodSync(to, 0o644)
    copyPrivateFile(from, to)
    expect([mode(to), readFileSync(to, 'utf8')]).toEqual([0o600, 'new'])
    copyPrivateFile(from, join(folder, 'first'))
    expect(readFileSync(join(folder, 'first'), 'utf8')).toBe('new')
  })
})

describe('a copy', () => {
  it('has what is still in the log, is private, and takes the place of no file', () => {
    const db = openDatabase(path)
    db.exec("INSERT INTO marks VALUES ('backup', '2026-11-22T10:00:00.000Z')")
    const target = join(folder, 'copy.sqlite')
    copyDatabase(path, target)
    db.close()
    expect(mode(target), 'mode of the copy').toBe(0o600)
    const copy = openForReading(target)
    expect(lastRun(copy, 'backup')).toBe('2026-11-22T10:00:00.000Z')
    expect(() => copy.exec('DELETE FROM marks')).toThrow('readonly')
    copy.close()
    expect(() => copyDatabase(path, target)).toThrow('EEXIST')
    expect(() => copyDatabase(join(folder, 'absent'), join(folder, 'other'))).toThrow()
    expect(existsSync(join(folder, 'other')), 'a copy of what is not there').toBe(false)
  })

  it('is completed and then needs no file beside it', () => {
    openDatabase(path).close()
    leaveWalMode(path, (copy) => copy.exec("INSERT INTO marks VALUES ('purge', '2026-01-01T00:00:00.000Z')"))
    const db = openForReading(path)
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
    expect(lastRun(db, 'purge')).toBe('2026-01-01T00:00:00.000Z')
    db.close()
    expect(readdirSync(folder)).toEqual(['hera.sqlite'])
    expect(() => leaveWalMode(join(folder, 'absent'), () => {})).toThrow()
    expect(existsSync(join(folder, 'absent')), 'a file made where there was none').toBe(false)
  })

  it('is compared row by row: what was added or changed since counts, what was deleted or is of the program does not', () => {
    const copy = join(folder, 'copy.sqlite')
    write(copy, "CREATE TABLE t (id INTEGER, a TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')", 3)
    write(
      path,
      `CREATE TABLE t (id INTEGER, a TEXT, later TEXT); INSERT INTO t VALUES (1, 'a', 'x'), (2, 'changed', ''), (4, 'd', '');
       CREATE TABLE newer (id INTEGER); INSERT INTO newer VALUES (1);
       CREATE TABLE health (id INTEGER); INSERT INTO health VALUES (1)`,
    )
    const older = new Sqlite(copy)
    older.exec('CREATE TABLE health (id INTEGER); CREATE TABLE u (id INTEGER)')
    older.close()
    expect(countChanges(path, copy), 'rows that were added or changed').toBe(2)
    expect(countChanges(copy, copy), 'rows of a copy beside itself').toBe(0)
    // Every table of the schema, as the house's or the program's.
    const names = [...readFileSync('db/schema.sql', 'utf8').matchAll(/^CREATE (?:VIRTUAL )?TABLE "?(\w+)/gm)]
    const tables = names.map(([, name]) => String(name)).filter((name) => !name.startsWith('sqlite_'))
    const [empty, full] = [join(folder, 'empty'), join(folder, 'full')]
    const program = tables.filter((name) => {
      write(empty, `DROP TABLE IF EXISTS last; CREATE TABLE ${name} (a)`)
      write(full, `CREATE TABLE ${name} (a); INSERT INTO ${name} VALUES (1)`)
      const changes = countChanges(full, empty)
      write(full, `DROP TABLE ${name}`)
      return changes === 0
    })
    expect(program.sort()).toEqual(
      'desk_authors desk_links desk_sessions hash_key health lead_words mail_server marks migrations notices outbox'.split(
        ' ',
      ),
    )
    expect([databaseVersion(path), databaseVersion(copy)]).toEqual([MIGRATIONS, 3])
    expect(() => databaseVersion(join(folder, 'absent'))).toThrow()
    expect(existsSync(join(folder, 'absent')), 'a file made where there was none').toBe(false)
  })
})

describe('an operator’s command opens', () => {
  it('a database of this version, and makes none', () => {
    expect(() => openExisting(path)).toThrow(/n’existe pas : démarrez Hera/)
    expect(existsSync(path), 'a database made by the command').toBe(false)
    symlinkSync(path, path)
    expect(() => openExisting(path), 'what cannot be looked at is not said to be missing').toThrow('ELOOP')
    rmSync(path)
    openDatabase(path).close()
    const db = openExisting(path)
    expect(db.pragma('synchronous', { simple: true }), 'synchronous').toBe(2)
    expect(db.pragma('secure_delete', { simple: true }), 'secure_delete').toBe(1)
    db.close()
  })

  it.each([
    [MIGRATIONS - 1, /redémarrez le serveur/],
    [MIGRATIONS + 1, /plus récente/],
  ])('none of version %i, which it leaves alone', (version, why) => {
    write(path, '', version)
    expect(thrown(() => openExisting(path))).toBeInstanceOf(DatabaseError)
    expect(() => openExisting(path)).toThrow(why)
    expect(databaseVersion(path)).toBe(version)
  })

  it('none that is damaged', () => {
    writeFileSync(path, 'ceci n’est pas une base de données, mais un texte assez long pour en avoir l’air')
    expect(() => openExisting(path)).toThrow(/endommagé/)
  })
})

describe('the check of a file', () => {
  it('takes this version and older ones, and changes nothing', () => {
    for (const version of [1, MIGRATIONS]) {
      write(path, '', version)
      const before = readFileSync(path)
      expect(() => checkDatabaseFile(path)).not.toThrow()
      expect(readFileSync(path).equals(before), 'the file is as it was').toBe(true)
    }
  })

  it.each([0, MIGRATIONS + 1])('refuses version %i', (version) => {
    write(path, 'CREATE TABLE IF NOT EXISTS t (id INTEGER)', version)
    expect(() => checkDatabaseFile(path)).toThrow(/n’est pas une base de cette version/)
  })

  it('refuses what is no database, what is not there, and what is damaged inside', () => {
    expect(() => checkDatabaseFile(path)).toThrow(/ne peut pas être ouvert/)
    writeFileSync(path, 'x'.repeat(5000))
    expect(() => checkDatabaseFile(path)).toThrow(/endommagé/)
    rmSync(path)
    damagedInside(path)
    expect(() => checkDatabaseFile(path)).toThrow(/endommagé \(/)
    const db = new Sqlite(path)
    expect(findProblems(db, path)).toEqual([expect.stringContaining('endommagé')])
    db.close()
    expect(() => openDatabase(path)).toThrow(/endommagé/)
  })

  it('takes no file for sound whose index has other words than its table', () => {
    const db = openDatabase(path)
    db.exec("INSERT INTO notices VALUES ('000000000000', 'contact', 'Texte', '2026-01-01T00:00:00.000Z')")
    insertLeads(db, [{ reference: 'C-1', created_at: '2026-01-01T00:00:00.000Z', notice_version: '000000000000' }])
    db.unsafeMode()
    db.pragma('writable_schema = ON')
    db.exec(`CREATE INDEX wrong ON leads (created_at);
      UPDATE sqlite_schema SET sql = replace(sql, 'created_at', 'reference') WHERE name = 'wrong'`)
    db.close()
    expect(() => checkDatabaseFile(path)).toThrow(/endommagé \(.*index/)
  })

  it('finds nothing in a sound database, and names each fault of another', () => {
    const db = openDatabase(path)
    expect([findDamage(db), findProblems(db, path)]).toEqual([[], []])
    db.pragma('foreign_keys = OFF')
    insertLeads(db, [{ reference: 'C-1', created_at: '2026-01-01T00:00:00.000Z', notice_version: 'absent000000' }])
    db.pragma('journal_mode = DELETE')
    db.pragma('ignore_check_constraints = ON')
    db.exec("INSERT INTO marks VALUES ('inconnue', '2026-01-01T00:00:00.000Z')")
    db.pragma('ignore_check_constraints = OFF')
    expect(findDamage(db)).toEqual([
      expect.stringContaining('marks'),
      '1 ligne renvoie à une information qui n’existe plus',
      'le journal est en mode delete, WAL est attendu',
    ])
    rmSync(path)
    expect(findProblems(db, path)).toContainEqual(expect.stringContaining('ne peut pas être modifié'))
    db.close()
  })
})

/** A database whose first table is overwritten. */
function damagedInside(file: string): void {
  write(file, `CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('${'x'.repeat(500)}')`)
  writeFileSync(file, readFileSync(file).fill(0xff, 4096, 5000))
}

describe('the mark of a server', () => {
  it('is there while it serves, for several at once, and nobody serves a database in memory', () => {
    expect(isServed(path), 'served by nobody').toBe(false)
    const [first, second] = [lockForServing(path), lockForServing(path)]
    expect(isServed(path), 'served by two').toBe(true)
    first()
    expect(isServed(path), 'served by the second').toBe(true)
    second()
    expect(isServed(path), 'served after both ended').toBe(false)
    expect(mode(`${path}.lock`), 'mode of the lock').toBe(0o600)
    lockForServing(':memory:')()
    expect(existsSync(':memory:.lock'), 'a lock of a database in memory').toBe(false)
  })

  it('says what is wrong where the lock cannot be read', () => {
    mkdirSync(`${path}.lock`)
    expect(() => isServed(path)).toThrow('unable to open')
  })
})

it('remembers the last run of each task, and the first start', () => {
  const db = openDatabase(':memory:')
  expect([lastRun(db, 'purge'), firstStart(db)]).toEqual([undefined, undefined])
  recordRun(db, 'purge', new Date('2026-11-21T03:00:00Z'))
  recordRun(db, 'purge', new Date('2026-11-22T03:00:00Z'))
  expect([lastRun(db, 'purge'), lastRun(db, 'backup')]).toEqual(['2026-11-22T03:00:00.000Z', undefined])
  const insert = db.prepare("INSERT INTO notices VALUES (?, 'contact', 'Texte', ?)")
  insert.run('b'.repeat(12), '2026-02-01T00:00:00.000Z')
  insert.run('a'.repeat(12), '2026-01-01T00:00:00.000Z')
  expect(firstStart(db)).toBe('2026-01-01T00:00:00.000Z')
  db.close()
})

it('leaves nothing of a deleted row in the file once the log is emptied', () => {
  const db = openDatabase(path)
  db.exec(
    "INSERT INTO notices VALUES ('abcdef012345', 'contact', 'un texte que personne ne doit relire', '2026-01-01T00:00:00.000Z')",
  )
  db.exec('DELETE FROM notices')
  emptyLog(db)
  expect(statSync(`${path}-wal`).size, 'bytes of the log').toBe(0)
  expect(readFileSync(path).includes('personne ne doit relire'), 'the deleted text is in the file').toBe(false)
  db.close()
})

describe('an error of a file', () => {
  const error = (code: string, file?: string) => Object.assign(new Error('low level'), { code, path: file })
  const said = (code: string, file?: string) => describeFileError(error(code, file), path)

  it('of SQLite is a sentence that names the database and says how to mend it, extended codes alike', () => {
    expect(said('SQLITE_CORRUPT_INDEX')).toBe(`${path} est endommagé. Restaurez une sauvegarde.`)
    expect(said('SQLITE_NOTADB')).toContain('est endommagé')
    expect(said('SQLITE_READONLY_DBMOVED')).toContain('ne peut pas être modifié')
    expect(said('SQLITE_BUSY_SNAPSHOT')).toContain('est occupé')
    expect(said('SQLITE_FULL')).toContain('le disque est plein')
    expect(said('SQLITE_IOERR_READ')).toContain('Vérifiez le disque')
    expect(said('SQLITE_CANTOPEN')).toContain('ne peut pas être ouvert')
    writeFileSync(path, '')
    expect(said('SQLITE_CANTOPEN')).toContain('ne peut pas être modifié')
  })

  it('of the system names the file, also where it is the lock or the key of the database', () => {
    expect(said('ENOSPC', '/a/b')).toBe('Le disque est plein : /a/b.')
    expect(said('ENOSPC')).toBe('Le disque est plein.')
    expect(said('EACCES', '/a/b')).toBe('Ce compte n’a pas accès à ce fichier ou à son dossier : /a/b.')
    for (const code of ['EACCES', 'EPERM', 'EROFS'])
      expect(said(code, `${path}.lock`)).toContain(`${path}.lock ne peut pas être modifié`)
    expect(said('ENOENT', `${path}.lock`)).toContain('n’existe pas')
    expect(said('EACCES', path)).toContain('n’a pas accès')
  })

  it('that is a mistake of the program stays what it is', () => {
    for (const mistake of [new TypeError('x'), error('ERR_X'), error('SQLITE_ERROR'), 'text', undefined])
      expect(describeFileError(mistake, path)).toBeUndefined()
    expect(describeFileError(new DatabaseError('Une phrase.'), path)).toBe('Une phrase.')
  })

  it('has a code of SQLite or none', () => {
    expect(
      [error('SQLITE_BUSY'), error('EACCES'), new Error('x'), { code: 'SQLITE_BUSY' }, null].map(sqliteCode),
    ).toEqual(['SQLITE_BUSY', '', '', '', ''])
  })

  it('tells a value that is taken in a column, and a row that is missing, from anything else', () => {
    const db = new Sqlite(':memory:')
    db.exec('CREATE TABLE t (a TEXT UNIQUE, ba TEXT UNIQUE); CREATE TABLE u (a TEXT REFERENCES t (a))')
    db.exec("INSERT INTO t VALUES ('x', 'y')")
    const taken = thrown(() => db.exec("INSERT INTO t VALUES ('x', 'z')"))
    const other = thrown(() => db.exec("INSERT INTO t VALUES ('z', 'y')"))
    const missing = thrown(() => db.exec("INSERT INTO u VALUES ('absent')"))
    expect([taken, other, missing, new Error('.a')].filter((each) => isUniqueViolation(each, 'a'))).toEqual([taken])
    db.close()
  })
})
