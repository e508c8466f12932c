import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { allForms } from '../../../src/forms/index.ts'
import { openDatabase } from '../../../src/server/database/database.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { MIGRATIONS, openVersion } from '../../support/earlier-version.ts'
import { insertRow } from '../../support/insert-rows.ts'
import { answers } from '../../support/samples.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'

/** Migrations of this test, two of which are already applied to the database. */
let migrations: string
let path: string
scratchFolder()
beforeEach(() => {
  migrations = join(folder, 'migrations')
  path = join(folder, 'hera.sqlite')
  cpSync('tests/fixtures/migrations', migrations, { recursive: true })
  again()
})

function open<T>(use: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(path)
  // As the server opens it.
  for (const pragma of ['journal_mode = WAL', 'foreign_keys = ON']) db.pragma(pragma)
  try {
    return use(db)
  } finally {
    db.close()
  }
}
/** Migrates; returns whether foreign keys are on afterwards. */
const again = () =>
  open((db) => {
    migrate(db, path, migrations)
    return db.pragma('foreign_keys', { simple: true })
  })
const write = (name: string, sql: string) => writeFileSync(join(migrations, name), sql)
const tables = () =>
  open((db) =>
    db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all(),
  )
const records = () => open((db) => db.prepare('SELECT name, applied_at FROM migrations ORDER BY name').all())

describe('migrations', () => {
  it('are recorded by name and applied once; a new one at the end is applied after a copy', () => {
    expect(tables()).toEqual(['horses', 'migrations', 'riders'])
    again()
    expect(existsSync(`${path}.v2`), 'copy without a new migration').toBe(false)
    write('0003_pads.sql', 'CREATE TABLE pads (id INTEGER PRIMARY KEY) STRICT;')
    again()
    expect(tables()).toEqual(['horses', 'migrations', 'pads', 'riders'])
    expect(existsSync(`${path}.v2`), 'copy before the new migration').toBe(true)
    expect(records()).toMatchObject(['0001_riders.sql', '0002_horses.sql', '0003_pads.sql'].map((name) => ({ name })))
  })

  it.each<[string, () => void]>([
    ['0002_horses.sql', () => write('0002_horses.sql', '-- autre')],
    ['0001_riders.sql', () => rmSync(join(migrations, '0001_riders.sql'))],
    ['0001_riders.sql', () => write('0001_first.sql', '')],
  ])('that were changed, deleted or preceded after they were applied are rejected: %s', (name, change) => {
    change()
    expect(again).toThrow(`db/migrations/${name} a changé, a disparu ou suit une nouvelle`)
    expect(tables()).toEqual(['horses', 'migrations', 'riders'])
  })

  it('of a database with only a user_version are recorded by name, and missing ones are applied', () => {
    open((db) => db.exec('DROP TABLE migrations; DROP TABLE horses; PRAGMA user_version = 1'))
    again()
    expect(tables()).toEqual(['horses', 'migrations', 'riders'])
    expect(records()).toEqual([
      { name: '0001_riders.sql', applied_at: null },
      { name: '0002_horses.sql', applied_at: expect.stringMatching(/Z$/) },
    ])
    open((db) => db.exec('DROP TABLE migrations; PRAGMA user_version = 3'))
    expect(again).toThrow('plus récente de Hera (3 migrations')
  })

  it('that fail leave the database unchanged', () => {
    write('0003_pads.sql', 'CREATE TABLE pads (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE pads (id);')
    expect(again).toThrow('already exists')
    expect(tables()).toEqual(['horses', 'migrations', 'riders'])
    expect(records()).toMatchObject([{ name: '0001_riders.sql' }, { name: '0002_horses.sql' }])
  })
})

describe('a migration that creates the table of leads again', () => {
  const LEADS = `
CREATE TABLE leads (id INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE questions (reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE) STRICT;
CREATE TABLE remarks (id INTEGER PRIMARY KEY, reference TEXT REFERENCES leads (reference) ON DELETE CASCADE) STRICT;
INSERT INTO leads VALUES (3, 'C-1'), (8, 'C-2');
INSERT INTO questions VALUES ('C-1'), ('C-2');
INSERT INTO remarks (reference) VALUES ('C-1');`
  const copied = (which: string) => `
CREATE TABLE new_leads (id INTEGER PRIMARY KEY, reference TEXT NOT NULL UNIQUE CHECK (length(reference) < 9)) STRICT;
INSERT INTO new_leads SELECT * FROM leads WHERE ${which};
DROP TABLE leads;
ALTER TABLE new_leads RENAME TO leads;`
  const rows = () =>
    open((db) => [
      db.prepare('SELECT id FROM leads').pluck().all(),
      ...['questions', 'remarks'].map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
    ])
  beforeEach(() => {
    write('0003_leads.sql', LEADS)
    again()
  })

  it('keeps what refers to it, and its numbers', () => {
    write('0004_again.sql', copied('true'))
    expect(again(), 'foreign keys are on again').toBe(1)
    expect(rows()).toEqual([[3, 8], 2, 1])
    open((db) => db.exec("DELETE FROM leads WHERE reference = 'C-1'"))
    expect(rows(), 'a lead still takes along what refers to it').toEqual([[8], 1, 0])
  })

  it('is refused, and changes nothing, if it loses rows without saying so', () => {
    for (const [sql, sentence] of [
      [copied("reference = 'C-2'"), 'laisse dans'],
      ['DELETE FROM questions', 'ferait passer questions de 2 à 0 lignes'],
      [
        "DELETE FROM remarks; DELETE FROM questions WHERE reference = 'C-1'; DELETE FROM leads WHERE id = 3",
        'leads de 2',
      ],
    ] as const) {
      write('0004_again.sql', sql)
      expect(again, sql).toThrow(sentence)
      expect(rows()).toEqual([[3, 8], 2, 1])
    }
  })

  it('may remove what it names', () => {
    write('0004_again.sql', '-- Nobody asks any more.\n-- Removes rows of: questions\nDROP TABLE questions;')
    again()
    expect(tables()).not.toContain('questions')
  })
})

const LEADS = MIGRATIONS.findIndex((name) => name.endsWith('_leads.sql'))

// db/schema.sql keeps the checksum of each migration, so that what it does to former rows cannot change any more.
it.each(Array.from({ length: LEADS }, (_, n) => n + 1))(
  'a message of a database of version %i comes through',
  (version) => {
    const file = join(folder, 'former.sqlite')
    const at = '2026-01-01T00:00:00.000Z'
    const old = openVersion(file, version)
    insertRow(old, 'notices', { version: '000000000000', form: 'contact', text: 'x', first_used_at: at })
    const sent = { reference: 'C-1', submission_key: 'k', created_at: at, notice_version: '000000000000' }
    insertRow(old, 'contact_messages', { ...sent, ...answers('contact') })
    old.close()
    const db = openDatabase(file)
    expect(db.prepare('SELECT * FROM leads JOIN contact_messages USING (reference)').get()).toMatchObject({
      ...answers('contact'),
      ...{ reference: 'C-1', form: 'contact', created_at: at, waiting_since: at },
    })
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.close()
  },
)

it('every migration since the table of leads keeps all columns of a lead', () => {
  const at = '2026-01-01T00:00:00.000Z'
  // Different measures, so that swapped columns are noticed.
  const quote = { measure_a: 60, measure_b: 50, measure_c: 40, quantity: 2 }
  for (let since = LEADS; since < MIGRATIONS.length; since++) {
    const file = join(folder, `from-${since}.sqlite`)
    const old = openVersion(file, since)
    insertRow(old, 'notices', { version: '000000000000', form: 'x', text: 'x', first_used_at: at })
    const stored = allForms.map(({ name, table, prefix }, n) => {
      const sent = { reference: `${prefix}-1`, form: name, created_at: at, submission_key: name, page: `/${name}` }
      const marks = { notice_version: '000000000000', suspected_spam: 1, keep_until: `203${n}-01-01` }
      const id = 3 * n + 5
      const former = { state: 'en cours', note: name, reminded_at: at, version: n }
      const kept = { remind_on: '2026-02-01' }
      const lead = insertRow(old, 'leads', { id, ...sent, ...marks, ...former, ...kept })
      const row = insertRow(old, table, { ...sent, ...marks, ...answers(name), ...(name === 'quote' && quote) })
      for (const column of Object.keys(former)) delete lead[column as keyof typeof lead]
      if (since > LEADS) return { table, row, lead }
      old
        .prepare(
          `UPDATE follow_ups SET state = @state, note = @note, remind_on = @remind_on, reminded_at = @reminded_at,
             version = @version WHERE reference = '${sent.reference}'`,
        )
        .run({ ...former, ...kept })
      return { table, row, lead: { ...kept, form: name, submission_key: `${name}-${prefix}` } }
    })
    old.close()
    const now = openDatabase(file)
    for (const { table, row, lead } of stored)
      if (Object.keys(row).length > 0)
        expect(
          now.prepare(`SELECT * FROM leads JOIN ${table} USING (reference)`).get(),
          `${table} since ${MIGRATIONS[since - 1]}`,
        ).toMatchObject({ ...row, ...lead })
    now.close()
  }
})
