import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { noticesFor } from '../../../src/copy/notices.ts'
import { type FormName, forms, lists } from '../../../src/forms/index.ts'
import { openDatabase } from '../../../src/server/database/database.ts'
import { createStore } from '../../../src/server/leads/intake/store.ts'
import { answers } from '../../samples.ts'

const notices = noticesFor({ nom: 'Hera', email: 'contact@hera.example' })
const folder = () => mkdtempSync(join(tmpdir(), 'hera-'))

describe('tables', () => {
  const db = openDatabase(':memory:')
  const store = createStore(db, notices, () => new Date())

  it('keeps the wording that each row refers to', () => {
    const rows = db.prepare('SELECT form, version, text FROM notices').all() as { form: string; text: string }[]
    expect(rows.map(({ form }) => form).sort()).toEqual(Object.keys(forms).sort())
    store.add(forms.contact, answers('contact'), { suspectedSpam: false })
    expect(() => db.exec('DELETE FROM notices')).toThrow(/FOREIGN KEY/)
  })
})

describe('openDatabase', () => {
  it('is durable: WAL, synchronous=FULL, on the connection that writes', () => {
    const db = openDatabase(join(folder(), 'a/b/hera.sqlite'))
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true }), 'synchronous').toBe(2)
    expect(db.pragma('foreign_keys', { simple: true }), 'foreign_keys').toBe(1)
    db.close()
  })

  it('brings an old file to the present version, after a copy for its owner alone', () => {
    const path = join(folder(), 'hera.sqlite')
    const first = new Sqlite(path)
    first.pragma('journal_mode = WAL')
    first.exec(readFileSync('db/migrations/0001_forms.sql', 'utf8'))
    first.exec("INSERT INTO notices VALUES ('abcdef012345', 'contact', 'Texte', '2026-01-01T00:00:00.000Z')")
    first.pragma('user_version = 1')
    // As after a crash: what was written is in the log, not in the file.
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

describe('the store', () => {
  const at = (iso: string) => new Date(iso)
  let now = at('2026-11-21T10:04:00Z')
  const db = openDatabase(':memory:')
  const store = createStore(db, notices, () => now)
  const values = answers('contact')
  const plain = { suspectedSpam: false }

  it('counts the same key with the same content as one for good', () => {
    const envelope = { ...plain, submissionKey: 'une-cle-de-page' }
    const first = store.add(forms.contact, values, envelope)
    now = new Date(now.getTime() + 30 * 86_400_000)
    expect(store.add(forms.contact, values, envelope)).toEqual({ ...first, fresh: false })
    expect(store.add(forms.contact, { ...values, name: 'Autre' }, envelope).fresh).toBe(true)
  })

  it('begins the references of one moment alike, but none of a list, which would tell who was there before', () => {
    const beginnings = (name: FormName) => {
      const references = Array.from(
        { length: 20 },
        (_, n) => store.add(forms[name], answers(name, { email: `personne-${n}@exemple.fr` }), plain).reference,
      )
      for (const reference of references)
        expect(reference).toMatch(new RegExp(`^${forms[name].prefix}(-[\\dA-HJKMNP-TV-Z]{4}){2}$`))
      expect(new Set(references).size, 'different references').toBe(references.length)
      return new Set(references.map((reference) => reference.slice(0, 5))).size
    }
    expect(beginnings('contact'), 'beginnings of references').toBe(1)
    for (const form of lists) expect(beginnings(form.name), form.name).toBeGreaterThan(15)
  })

  it('keeps the notice that the person saw while it is known, the present one otherwise', () => {
    const old = 'abcdef012345'
    db.prepare("INSERT INTO notices VALUES (?, 'contact', 'Ancien texte', '2026-01-01T00:00:00.000Z')").run(old)
    const version = (reference: string) =>
      db
        .prepare('SELECT notice_version FROM leads JOIN contact_messages USING (reference) WHERE reference = ?')
        .pluck()
        .get(reference)
    const seen = store.add(forms.contact, { ...values, name: 'Ancienne' }, { ...plain, noticeVersion: old })
    expect(version(seen.reference)).toBe(old)
    const unknown = store.add(
      forms.contact,
      { ...values, name: 'Nouvelle' },
      { ...plain, noticeVersion: 'ffffffffffff' },
    )
    expect(version(unknown.reference)).toBe(notices.contact?.version)
  })
})

describe('the outbox of version 3', () => {
  it('keeps what waits, was sent and was held, and knows who was asked to confirm', () => {
    const path = join(folder(), 'hera.sqlite')
    const old = new Sqlite(path)
    for (const name of readdirSync('db/migrations').sort().slice(0, 3))
      old.exec(readFileSync(join('db/migrations', name), 'utf8'))
    old.pragma('user_version = 3')
    old.exec(`
      INSERT INTO notices VALUES ('abcdef012345', 'waitlist', 'Texte', '2026-01-01T00:00:00.000Z');
      INSERT INTO waitlist_signups (reference, submission_key, created_at, notice_version, email) VALUES
        ('L-1', 'a', '2026-01-01T00:00:00.000Z', 'abcdef012345', 'asked@exemple.fr'),
        ('L-2', 'b', '2026-01-01T00:00:00.000Z', 'abcdef012345', 'never@exemple.fr');
      INSERT INTO outbox (message_id, kind, form, reference, recipient, created_at, next_attempt_at, held, failed_at)
      SELECT value, substr(value, 3), iif(value = '3-acknowledgement', 'withdrawal', 'waitlist'), 'L-1',
             iif(value = '1-lead', NULL, 'Asked@exemple.fr'), '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z',
             value = '2-confirmation', iif(value = '4-welcome', '2026-01-03T00:00:00.000Z', NULL)
      FROM json_each('["1-lead", "2-confirmation", "3-acknowledgement", "4-welcome"]')`)
    old.close()
    const db = openDatabase(path)
    expect(db.prepare('SELECT kind, recipient, mailbox, hold, failure FROM outbox ORDER BY id').raw().all()).toEqual([
      ['lead', null, null, null, null],
      ['confirmation', 'Asked@exemple.fr', 'asked@exemple.fr', 'suspected', null],
      ['withdrawal', 'Asked@exemple.fr', 'asked@exemple.fr', null, null],
      ['welcome', 'Asked@exemple.fr', 'asked@exemple.fr', null, 'refused'],
    ])
    expect(
      db
        .prepare('SELECT asked_at IS NOT NULL FROM leads JOIN waitlist_signups USING (reference) ORDER BY id')
        .pluck()
        .all(),
      'who was asked to confirm',
    ).toEqual([1, 0])
    db.exec("DELETE FROM leads WHERE reference = 'L-1'")
    expect(db.prepare('SELECT count(*) FROM outbox').pluck().get(), 'e-mails of somebody who is deleted').toBe(0)
    db.close()
  })
})
