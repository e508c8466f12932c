import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { type FormName, forms } from '../../src/forms/index.ts'
import { createPrivateFile } from '../../src/server/database/private-file.ts'
import { valid } from '../samples.ts'
import { DAY } from './calendar.ts'
import { emptyLedger, type Ledger, LISTS } from './ledger.ts'
import { EVERYBODY } from './story.ts'

const MIGRATIONS = readdirSync('db/migrations').sort()

/** Schema version that introduced the table leads. */
const LEADS = 7

/** A submission in a database of an earlier version. */
interface Old {
  form: FormName
  email: string
  ageInDays: number
  confirmed: boolean
  suspected: boolean
}

/** A database with any released schema version, including the current one, with submissions. */
export const earlier: fc.Arbitrary<{ version: number; people: Old[] }> = fc.record({
  version: fc.integer({ min: 1, max: MIGRATIONS.length }),
  people: fc.uniqueArray(
    fc.record({
      // Forms of every version: the quote form was added later.
      form: fc.constantFrom(...(Object.keys(forms) as FormName[]).filter((name) => name !== 'quote')),
      email: fc.constantFrom(...EVERYBODY),
      ageInDays: fc.integer({ min: 1, max: 1200 }),
      confirmed: fc.boolean(),
      suspected: fc.boolean(),
    }),
    { selector: ({ form, email }) => `${form} ${email}`, maxLength: 6 },
  ),
})

/** Writes such a database without using the tested source. Returns its contents. */
export function writeEarlier(path: string, now: number, version: number, people: readonly Old[]): Ledger {
  createPrivateFile(path)
  const db = new Sqlite(path)
  db.pragma('journal_mode = WAL')
  for (const file of MIGRATIONS.slice(0, version)) db.exec(readFileSync(join('db/migrations', file), 'utf8'))
  db.pragma(`user_version = ${version}`)
  db.exec("INSERT INTO notices VALUES ('000000000000', 'contact', 'Ancienne information', '2020-01-01T00:00:00.000Z')")
  const ledger = emptyLedger()
  for (const [n, { form, email, ageInDays, confirmed, suspected }] of people.entries()) {
    const reference = `${forms[form].prefix}-0000-${String(n).padStart(4, '0')}`
    const at = now - ageInDays * DAY
    const isConfirmed = confirmed && !suspected && version > 1 && LISTS.includes(form)
    const created = new Date(at).toISOString()
    const row = {
      ...valid[form],
      email,
      reference,
      submission_key: `old-${n}`,
      created_at: created,
      notice_version: '000000000000',
      suspected_spam: Number(suspected),
      ...(isConfirmed && { confirmed_at: created }),
    }
    insert(db, form, version, row)
    ledger.rows.set(reference, { form, email, at, suspected, notes: [], ...(isConfirmed && { confirmedAt: at }) })
  }
  // As after a kill: the log is not checkpointed.
  db.pragma('wal_checkpoint(PASSIVE)')
  db.close()
  return ledger
}

/** Columns that moved to the table leads. */
const OF_LEADS = ['reference', 'submission_key', 'created_at', 'notice_version', 'suspected_spam']

function insert(db: Sqlite.Database, form: FormName, version: number, row: Record<string, unknown>): void {
  const { table } = forms[form]
  if (version < LEADS) insertInto(db, table, row)
  else {
    const ofLead = Object.entries(row).filter(([name]) => OF_LEADS.includes(name))
    insertInto(db, 'leads', { ...Object.fromEntries(ofLead), form })
    const answers = Object.entries(row).filter(([name]) => name === 'reference' || !OF_LEADS.includes(name))
    insertInto(db, table, Object.fromEntries(answers))
  }
}

function insertInto(db: Sqlite.Database, table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row)
  db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(row)
}
