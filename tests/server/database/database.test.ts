import { statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/database/database.ts'
import { lastFailure, lastRun } from '../../../src/server/database/small-facts.ts'
import { mailboxState } from '../../../src/server/mail/incoming/cursor.ts'
import { readMailServer } from '../../../src/server/mail/results.ts'
import { isOwnKey } from '../../../src/server/people/keyed-hash.ts'
import { MIGRATIONS, openVersion } from '../../support/earlier-version.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

scratchFolder()

describe('openDatabase', () => {
  it('sets WAL, synchronous=FULL and foreign_keys', () => {
    const db = openDatabase(join(folder, 'a/b/hera.sqlite'))
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true }), 'synchronous').toBe(2)
    expect(db.pragma('foreign_keys', { simple: true }), 'foreign_keys').toBe(1)
    db.close()
  })

  it('migrates an old file after a copy that only its owner can read', () => {
    const path = join(folder, 'hera.sqlite')
    const first = openVersion(path, 1)
    first.exec("INSERT INTO notices VALUES ('abcdef012345', 'contact', 'Texte', '2026-01-01T00:00:00.000Z')")
    // As after a crash: the row is in the WAL, not in the file.
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const db = openDatabase(path)
    first.close()
    expect(db.prepare('SELECT text FROM notices').pluck().get()).toBe('Texte')
    expect(db.pragma('table_info(outbox)'), 'columns of the outbox').not.toHaveLength(0)
    db.close()
    expect(statSync(`${path}.v1`).mode & 0o777, 'mode of the copy').toBe(0o600)
    const copy = new Sqlite(`${path}.v1`, { readonly: true })
    expect(copy.pragma('user_version', { simple: true }), 'version of the copy').toBe(1)
    expect(copy.prepare('SELECT text FROM notices').pluck().get()).toBe('Texte')
    copy.close()
  })
})

it('migration 0023 keeps what five tables of one row said', () => {
  const path = join(folder, 'hera.sqlite')
  const at = '2026-01-01T00:00:00.000Z'
  openVersion(
    path,
    MIGRATIONS.findIndex((name) => name.startsWith('0023')),
  )
    .exec(
      `INSERT INTO health VALUES (1, '${at}');
       INSERT INTO marks VALUES ('backup', '${at}'), ('backup-failed', '${at}');
       INSERT INTO hash_key VALUES (1, '${'k'.repeat(43)}');
       UPDATE mail_server SET failures = 2, paused_until = '${at}', last_error = '535 «non»';
       INSERT INTO incoming VALUES (1, '7', 42, '${at}', NULL, NULL);`,
    )
    .close()
  const db = openDatabase(path)
  expect([lastRun(db, 'backup'), lastFailure(db, 'backup'), lastRun(db, 'purge')]).toEqual([at, at, undefined])
  expect(isOwnKey(db, () => 'k'.repeat(43))).toBe(true)
  expect(readMailServer(db)).toEqual({ failures: 2, pausedUntil: at, lastError: '535 «non»' })
  expect(mailboxState(db)).toEqual({ uidValidity: '7', uid: 42, readAt: at, failingSince: null, lastError: null })
  db.close()
})
