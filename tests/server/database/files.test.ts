import fs, {
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
import { copyDatabase, leaveWalMode } from '../../../src/server/database/copy-database.ts'
import { DatabaseError, emptyLog, openDatabase, openExisting, readFrom } from '../../../src/server/database/database.ts'
import { describeFileError, isUniqueViolation, sqliteCode } from '../../../src/server/database/database-error.ts'
import { checkDatabaseFile, findDamage, findProblems } from '../../../src/server/database/integrity.ts'
import { copyPrivateFile, createPrivateFile, ensurePrivateFile } from '../../../src/server/database/private-file.ts'
import { isServed, lockForServing } from '../../../src/server/database/serving-lock.ts'
import { firstStart, lastRun, recordRun } from '../../../src/server/database/small-facts.ts'
import { insertLeads } from '../../support/insert-leads.ts'
import { replaceBuiltin } from '../../support/replace-builtin.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

const MIGRATIONS = readdirSync('db/migrations').length

let path: string
scratchFolder()
beforeEach(() => {
  path = join(folder, 'hera.sqlite')
})

const mode = (file: string) => statSync(file).mode & 0o777
/** Creates a small database of the given version, or adds to it. */
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

describe('private file', () => {
  it('is created with its folder for its owner only, and kept if it exists', () => {
    const file = join(folder, 'a/b/hera.sqlite')
    ensurePrivateFile(file)
    expect([mode(file), readFileSync(file, 'utf8')]).toEqual([0o600, ''])
    writeFileSync(file, 'content')
    ensurePrivateFile(file)
    expect(readFileSync(file, 'utf8')).toBe('content')
    expect(() => createPrivateFile(file)).toThrow('EEXIST')
  })

  it('is copied over another file with private permissions', () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeFileSync(from, 'new')
    writeFileSync(to, 'old')
    chmodSync(to, 0o644)
    copyPrivateFile(from, to)
    expect([mode(to), readFileSync(to, 'utf8')]).toEqual([0o600, 'new'])
    copyPrivateFile(from, join(folder, 'first'))
    expect(readFileSync(join(folder, 'first'), 'utf8')).toBe('new')
  })

  it('is not left incomplete on a full disk, and the error names it', () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeFileSync(from, 'new')
    const write = fs.writeFileSync
    replaceBuiltin(fs, 'writeFileSync', ((file: string) => {
      write(file, 'n')
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }) as never)
    expect(() => copyPrivateFile(from, to)).toThrow(expect.objectContaining({ code: 'ENOSPC', path: to }))
    expect(existsSync(to)).toBe(false)
  })
})

describe('copy of a database', () => {
  it('contains the rows of the WAL, is private, and overwrites no file', () => {
    const db = openDatabase(path)
    db.exec("INSERT INTO small_facts VALUES ('backup', '2026-11-22T10:00:00.000Z')")
    const target = join(folder, 'copy.sqlite')
    copyDatabase(path, target)
    db.close()
    expect(mode(target), 'mode of the copy').toBe(0o600)
    readFrom(target, (copy) => {
      expect(lastRun(copy, 'backup')).toBe('2026-11-22T10:00:00.000Z')
      expect(() => copy.exec('DELETE FROM small_facts')).toThrow('readonly')
    })
    expect(() => copyDatabase(path, target)).toThrow('EEXIST')
    expect(() => copyDatabase(join(folder, 'absent'), join(folder, 'other'))).toThrow()
    expect(existsSync(join(folder, 'other')), 'copy of a missing file').toBe(false)
  })

  it('is changed by leaveWalMode and then needs no file beside it', () => {
    openDatabase(path).close()
    leaveWalMode(path, (copy) => copy.exec("INSERT INTO small_facts VALUES ('purge', '2026-01-01T00:00:00.000Z')"))
    readFrom(path, (db) => {
      expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
      expect(lastRun(db, 'purge')).toBe('2026-01-01T00:00:00.000Z')
    })
    expect(readdirSync(folder)).toEqual(['hera.sqlite'])
    expect(() => leaveWalMode(join(folder, 'absent'), () => {})).toThrow()
    expect(existsSync(join(folder, 'absent')), 'file created by reading').toBe(false)
  })
})

describe('openExisting', () => {
  it('opens a database of this version, and creates none', () => {
    expect(() => openExisting(path)).toThrow(/n’existe pas : démarrez Hera/)
    expect(existsSync(path), 'created database').toBe(false)
    symlinkSync(path, path)
    expect(() => openExisting(path), 'an unreadable file is not reported as missing').toThrow('ELOOP')
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
  ])('rejects version %i and leaves the file unchanged', (version, why) => {
    write(path, '', version)
    expect(thrown(() => openExisting(path))).toBeInstanceOf(DatabaseError)
    expect(() => openExisting(path)).toThrow(why)
    expect(readFrom(path, (db) => db.pragma('user_version', { simple: true }))).toBe(version)
  })

  it('rejects a damaged file', () => {
    writeFileSync(path, 'ceci n’est pas une base de données, mais un texte assez long pour en avoir l’air')
    expect(() => openExisting(path)).toThrow(/endommagé/)
  })
})

describe('check of a database file', () => {
  it('accepts this version and older ones, and changes nothing', () => {
    for (const version of [1, MIGRATIONS]) {
      write(path, '', version)
      const before = readFileSync(path)
      expect(() => checkDatabaseFile(path)).not.toThrow()
      expect(readFileSync(path).equals(before), 'file unchanged').toBe(true)
    }
  })

  it.each([0, MIGRATIONS + 1])('refuses version %i', (version) => {
    write(path, 'CREATE TABLE IF NOT EXISTS t (id INTEGER)', version)
    expect(() => checkDatabaseFile(path)).toThrow(/n’est pas une base de cette version/)
  })

  it('refuses a file that is missing, no database or damaged inside', () => {
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

  it('refuses a file whose index differs from its table', () => {
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

  it('finds nothing in a sound database, and names each problem of a damaged one', () => {
    const db = openDatabase(path)
    expect([findDamage(db), findProblems(db, path)]).toEqual([[], []])
    db.pragma('foreign_keys = OFF')
    insertLeads(db, [{ reference: 'C-1', created_at: '2026-01-01T00:00:00.000Z', notice_version: 'absent000000' }])
    db.pragma('journal_mode = DELETE')
    db.pragma('ignore_check_constraints = ON')
    db.exec("INSERT INTO small_facts VALUES ('', '2026-01-01T00:00:00.000Z')")
    db.pragma('ignore_check_constraints = OFF')
    expect(findDamage(db)).toEqual([
      expect.stringContaining('small_facts'),
      '1 ligne renvoie à une information qui n’existe plus',
      'le journal est en mode delete, WAL est attendu',
    ])
    rmSync(path)
    expect(findProblems(db, path)).toContainEqual(expect.stringContaining('ne peut pas être modifié'))
    db.close()
  })
})

/** Creates a database whose first table is overwritten. */
function damagedInside(file: string): void {
  write(file, `CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('${'x'.repeat(500)}')`)
  writeFileSync(file, readFileSync(file).fill(0xff, 4096, 5000))
}

describe('lock of a server', () => {
  it('is held while at least one server runs, and does not exist for a database in memory', () => {
    expect(isServed(path), 'served before any lock').toBe(false)
    const [first, second] = [lockForServing(path), lockForServing(path)]
    expect(isServed(path), 'served with two locks').toBe(true)
    first()
    expect(isServed(path), 'served with the second lock').toBe(true)
    second()
    expect(isServed(path), 'served after both are released').toBe(false)
    expect(mode(`${path}.lock`), 'mode of the lock').toBe(0o600)
    lockForServing(':memory:')()
    expect(existsSync(':memory:.lock'), 'lock of a database in memory').toBe(false)
  })

  it('throws the SQLite error if it cannot be opened', () => {
    mkdirSync(`${path}.lock`)
    expect(() => isServed(path)).toThrow('unable to open')
  })
})

it('small facts: returns the last run of each task and the first start', () => {
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

it('emptyLog leaves no text of a deleted row in the file', () => {
  const db = openDatabase(path)
  db.exec(
    "INSERT INTO notices VALUES ('abcdef012345', 'contact', 'un texte que personne ne doit relire', '2026-01-01T00:00:00.000Z')",
  )
  db.exec('DELETE FROM notices')
  emptyLog(db)
  expect(statSync(`${path}-wal`).size, 'bytes of the WAL').toBe(0)
  expect(readFileSync(path).includes('personne ne doit relire'), 'deleted text in the file').toBe(false)
  db.close()
})

describe('describeFileError and helpers', () => {
  const error = (code: string, file?: string) => Object.assign(new Error('low level'), { code, path: file })
  const said = (code: string, file?: string) => describeFileError(error(code, file), path)

  it('describe SQLite errors, also with extended codes, by a sentence with the database and the remedy', () => {
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

  it('describe system errors by a sentence with the file', () => {
    expect(said('ENOSPC', '/a/b')).toBe('Le disque est plein : /a/b.')
    expect(said('ENOSPC')).toBe('Le disque est plein.')
    expect(said('EACCES', '/a/b')).toBe('Le compte de Hera n’a pas accès à ce fichier ou à son dossier : /a/b.')
    for (const code of ['EACCES', 'EPERM', 'EROFS'])
      expect(said(code, `${path}.lock`)).toContain(`${path}.lock ne peut pas être modifié`)
    expect(said('ENOENT', `${path}.lock`)).toContain('n’existe pas')
    expect(said('EACCES', path)).toContain('n’a pas accès')
  })

  it('return undefined for a programming error', () => {
    for (const mistake of [new TypeError('x'), error('ERR_X'), error('SQLITE_ERROR'), 'text', undefined])
      expect(describeFileError(mistake, path)).toBeUndefined()
    expect(describeFileError(new DatabaseError('Une phrase.'), path)).toBe('Une phrase.')
  })

  it('return the SQLite code of an error, otherwise an empty text', () => {
    expect(
      [error('SQLITE_BUSY'), error('EACCES'), new Error('x'), { code: 'SQLITE_BUSY' }, null].map(sqliteCode),
    ).toEqual(['SQLITE_BUSY', '', '', '', ''])
  })

  it('recognize a unique violation of the given column only', () => {
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
