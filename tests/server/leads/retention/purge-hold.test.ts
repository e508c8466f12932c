import { beforeEach, expect, it } from 'vitest'
import { type FormName, forms } from '../../../../src/forms/index.ts'
import type { Database } from '../../../../src/server/database/database.ts'
import { findLead } from '../../../../src/server/leads/leads.ts'
import { erasePerson } from '../../../../src/server/leads/person.ts'
import { reasonToHoldPurge, runDailyPurge } from '../../../../src/server/leads/retention/daily-purge.ts'
import { replayErasures } from '../../../../src/server/leads/retention/replay-erasures.ts'
import { listPurgeable, purge } from '../../../../src/server/leads/retention/retention.ts'
import { readErasures } from '../../../../src/server/people/erasures.ts'
import { createKeyedHash } from '../../../../src/server/people/keyed-hash.ts'
import { installation, setUpInstallation } from '../../../cli/installation.ts'
import { catchOutput, written } from '../../../support/caught-output.ts'
import { insertLeads } from '../../../support/insert-leads.ts'
import { insertMessage } from '../../../support/insert-rows.ts'
import { plain } from '../../../support/plain.ts'

const DAY = 86_400_000
const TODAY = '2026-11-22'
const now = new Date(`${TODAY}T10:00:00Z`)
const later = (days: number) => new Date(now.getTime() + days * DAY)

setUpInstallation()
catchOutput()
let db: Database
beforeEach(() => {
  db = installation.db
})
const count = (form: FormName) => db.prepare(`SELECT count(*) FROM ${forms[form].table}`).pluck().get()

/** Adds a message and copies of it, each one second later. */
function multiply(day: string, copies: number): void {
  const reference = installation.submit('contact', {}, { day })
  const { created_at } = findLead(db, reference) ?? expect.fail('no such lead')
  const at = (n: number) => new Date(Date.parse(created_at) + n * 1000).toISOString()
  for (let n = 1; n < copies; n++) insertLeads(db, [{ reference: `${reference}-${n}`, created_at: at(n) }])
}

it('the purge deletes nothing while the clock is four years ahead, logs why and resumes afterwards', () => {
  installation.submit('contact', { message: 'Bien ancienne' }, { day: '2020-01-01' })
  installation.submit('contact', {}, { day: '2026-11-20' })
  runDailyPurge(db, now)
  expect(count('contact'), 'messages after the first purge').toBe(1)
  runDailyPurge(db, later(4 * 365))
  runDailyPurge(db, later(4 * 365 + 1))
  expect(count('contact'), 'messages while the clock is ahead').toBe(1)
  expect(plain(written.err)).toContain(
    'ERROR purge: rien n’est effacé, car l’horloge dit jeudi 21 novembre 2030 à 11 h, la dernière heure connue est dimanche 22 novembre 2026 à 11 h',
  )
  runDailyPurge(db, later(1))
  expect(reasonToHoldPurge(db, later(2))).toBeUndefined()
  expect(count('contact'), 'messages once the clock is right again').toBe(1)
})

it('the purge keeps what came while the clock was a year behind: it has a higher number than leads of this year', () => {
  installation.submit('contact', { message: 'Ancienne' }, { day: '2024-11-20' })
  installation.submit('partnership', {}, { day: '2026-11-20' })
  const behind = installation.submit('contact', { message: 'Horloge en retard' }, { day: '2025-11-20' })
  expect(listPurgeable(db, now).map(({ created_at }) => created_at)).toEqual(['2024-11-20T10:00:00.000Z'])
  purge(db, now)
  expect(findLead(db, behind)).toBeDefined()
})

it('the purge does not delete dozens of unconfirmed sign-ups at once, because the clock may be days ahead', () => {
  const asked = '2026-10-25T10:00:00.000Z'
  for (let n = 0; n < 60; n++) {
    const recipient = `p${n}@exemple.fr`
    const reference = installation.submit('waitlist', { email: recipient }, { day: '2026-10-25' })
    insertMessage(db, asked, { kind: 'confirmation', form: 'waitlist', reference, recipient, sent_at: asked })
  }
  installation.submit('contact', {}, { day: '2026-11-20' })
  db.exec(`UPDATE waitlist_signups SET asked_at = '${asked}'`)
  expect(reasonToHoldPurge(db, now), 'while their links are valid').toBeUndefined()
  expect(reasonToHoldPurge(db, later(4)) ?? 'nothing holds it').toContain('60 des 60 envois « waitlist »')
})

it('the purge waits for confirmation before it deletes an unusual share of the rows, but not for a few', () => {
  runDailyPurge(db, now)
  multiply('2025-11-01', 50)
  multiply('2026-06-01', 50)
  expect(reasonToHoldPurge(db, now)).toBeUndefined()
  db.exec("UPDATE leads SET created_at = '2025-11-01T12:00:00.000Z' WHERE id = 51")
  expect(reasonToHoldPurge(db, now)).toBe('cela effacerait d’un coup 51 des 100 envois « contact »')
  multiply('2026-07-01', 500)
  expect(reasonToHoldPurge(db, now)).toBeUndefined()
})

it.each([
  ['of a clock years ahead is no later than the last known time', '2026-11-20', later(4 * 365), '2027-03-01', 0],
  ['of a clock that is behind is later than every row', '2026-11-20', new Date(0), '2026-11-20', 1],
  ['of rows dated ahead leaves what is sent next', '2027-09-18', now, '2026-11-23', 0],
])('an erasure replayed in an older copy: that %s', (_, sent, erasedAt, day, again) => {
  runDailyPurge(db, now)
  const reference = installation.submit('contact', {}, { day: sent })
  const hash = createKeyedHash(installation.path)
  expect(erasePerson(db, installation.path, hash, () => erasedAt, 'lea@exemple.fr')).toBe(1)
  installation.submit('withdrawal', {}, { day })
  // Like a copy from before the erasure.
  db.pragma('application_id = 0')
  expect(replayErasures(db, installation.path, hash), 'submissions erased again').toBe(again)
  const line = readErasures(installation.path).find((each) => each.endsWith(hash(reference))) ?? ''
  expect(line > sent, 'the row itself would be erased').toBe(true)
})
