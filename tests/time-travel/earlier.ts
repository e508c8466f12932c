import fc from 'fast-check'
import { type FormName, forms } from '../../src/forms/index.ts'
import { createPrivateFile } from '../../src/server/database/private-file.ts'
import { MIGRATIONS, openVersion } from '../support/earlier-version.ts'
import { insertRow } from '../support/insert-rows.ts'
import { valid } from '../support/samples.ts'
import { DAY } from './calendar.ts'
import { emptyLedger, type Ledger, LISTS } from './ledger.ts'
import { EVERYBODY } from './story.ts'

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
  const db = openVersion(path, version)
  db.exec("INSERT INTO notices VALUES ('000000000000', 'contact', 'Ancienne information', '2020-01-01T00:00:00.000Z')")
  const ledger = emptyLedger()
  for (const [n, { form, email, ageInDays, confirmed, suspected }] of oldestFirst(people).entries()) {
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
    insertRow(db, 'leads', { ...row, form })
    insertRow(db, forms[form].table, row)
    ledger.rows.set(reference, { form, email, at, suspected, notes: [], ...(isConfirmed && { confirmedAt: at }) })
  }
  // As after a kill: the log is not checkpointed.
  db.pragma('wal_checkpoint(PASSIVE)')
  db.close()
  return ledger
}

/** In the order of their numbers: a lead that is older than one with a lower number came while the clock was behind. */
function oldestFirst(people: readonly Old[]): Old[] {
  return [...people].sort((a, b) => b.ageInDays - a.ageInDays)
}
