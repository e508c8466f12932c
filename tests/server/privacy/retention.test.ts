import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { createDeskSessions } from '../../../src/server/desk/sessions.ts'
import { countAged, countPurgeable, purge } from '../../../src/server/privacy/retention.ts'
import { keepLead } from '../../../src/server/submissions/leads.ts'
import { openStillHouse, type StillHouse } from '../still-house.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const BEGIN = '2026-11-22T10:00:00.000Z'
const NONE = { waitlist: 0, newsletter: 0, contact: 0, partnership: 0, ambassador: 0, withdrawal: 0 }

let house: StillHouse
beforeEach(() => {
  house = openStillHouse(BEGIN)
})
afterEach(() => house.db.close())

/** What a purge at an instant counts and then removes; the two have to agree. */
const purgeAt = (to: string | number) => {
  const now = house.goTo(to)
  const counted = countPurgeable(house.db, now)
  const removed = purge(house.db, now)
  expect(removed).toEqual(counted)
  return removed
}
const confirm = () => {
  for (const { confirm } of house.mails()) if (confirm) house.consent.confirm(confirm)
}
/** A letter of this instant to a list, and when it ended; null: it is going still. */
const letter = (list: string, finished: string | null, stopped: string | null = null) =>
  house.db
    .prepare(
      `INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients, finished_at, stopped_at)
       VALUES (?, ?, 's', 's', 's', 's', ?, 1, ?, ?)`,
    )
    .run(list, randomBytes(32).toString('hex'), house.clock().toISOString(), finished, stopped)

describe('the purge (RGPD art. 5.1.e)', () => {
  it('counts and removes by form, and leaves what is younger', () => {
    for (const name of ['contact', 'ambassador', 'partnership'] as FormName[]) house.submit(name)
    house.goTo('2027-06-01T00:00:00.000Z')
    house.submit('contact', { email: 'plus.tard@exemple.fr' })
    expect(purgeAt('2027-11-22T10:00:00.000Z')).toEqual(NONE)
    expect(purgeAt('2027-11-22T10:00:00.001Z')).toEqual({ ...NONE, contact: 1, ambassador: 1 })
    expect(house.rows('SELECT email FROM contact_messages')).toEqual([{ email: 'plus.tard@exemple.fr' }])
    expect(purgeAt('2028-11-22T10:00:00.001Z')).toEqual({ ...NONE, contact: 1, partnership: 1 })
  })

  it('takes the e-mails and the notes of a row along, and no other’s', () => {
    const gone = house.submit('contact')
    house.goTo('2027-11-20T00:00:00.000Z')
    const left = house.submit('contact', { email: 'plus.tard@exemple.fr' })
    for (const reference of [gone, left])
      house.db.exec(`INSERT INTO follow_up_changes VALUES ('${reference}', 1, '${BEGIN}', 'en cours', 'Note', NULL)`)
    purgeAt('2027-11-23T00:00:00.000Z')
    for (const table of ['outbox', 'follow_ups', 'follow_up_changes'])
      expect(house.rows(`SELECT DISTINCT reference FROM ${table}`), table).toEqual([{ reference: left }])
  })

  it('treats suspected spam like all else: never sooner, never later', () => {
    for (const name of Object.keys(forms) as FormName[]) house.submit(name, {}, true)
    expect(purgeAt('2027-11-22T10:00:00.000Z')).toEqual(NONE)
    expect(purgeAt('2027-11-22T10:00:00.001Z')).toEqual({ ...NONE, contact: 1, ambassador: 1 })
    expect(purgeAt('2036-11-22T10:00:00.001Z')).toEqual({
      ...NONE,
      waitlist: 1,
      newsletter: 1,
      partnership: 1,
      withdrawal: 1,
    })
    expect(house.count('outbox')).toBe(0)
  })

  it('leaves what the operator keeps, through the last day in Paris, whatever its reason to go', () => {
    const references = { contact: house.submit('contact'), newsletter: house.submit('newsletter') }
    house.consent.unsubscribe(house.mails().find(({ unsubscribe }) => unsubscribe)?.unsubscribe ?? '')
    for (const name of ['contact', 'newsletter'] as const)
      keepLead(house.db, forms[name], references[name], '2028-02-29')
    const before = house.goTo('2028-02-29T22:59:59.999Z')
    expect(countAged(house.db, forms.contact, before)).toBe(0)
    expect(purgeAt('2028-02-29T22:59:59.999Z')).toEqual(NONE)
    expect(countAged(house.db, forms.contact, house.goTo('2028-02-29T23:00:00.000Z'))).toBe(1)
    expect(purgeAt('2028-02-29T23:00:00.000Z')).toEqual({ ...NONE, contact: 1, newsletter: 1 })
  })

  it('counts as aged what is past its period alone, not who left a list', () => {
    house.submit('newsletter')
    house.consent.unsubscribe(house.mails().find(({ unsubscribe }) => unsubscribe)?.unsubscribe ?? '')
    const now = house.goTo(31 * DAY)
    expect(countAged(house.db, forms.newsletter, now)).toBe(0)
    expect(countPurgeable(house.db, now)).toEqual({ ...NONE, newsletter: 1 })
  })

  it('takes the trace of an e-mail 90 days after it went, and one that waits never alone', () => {
    house.submit('contact')
    house.goTo(DAY)
    house.mails()
    house.submit('contact', { email: 'autre@exemple.fr' })
    purgeAt('2027-02-21T10:00:00.000Z')
    expect(house.count('outbox WHERE sent_at IS NOT NULL')).toBe(2)
    purgeAt('2027-02-21T10:00:00.001Z')
    expect(house.rows('SELECT sent_at FROM outbox')).toEqual([{ sent_at: null }, { sent_at: null }])
  })

  it('takes links and sessions of the desk that are over, and no others', () => {
    const sessions = createDeskSessions(house.db, house.clock, randomBytes)
    sessions.open(sessions.newLink('/bureau'), 'Safari')
    house.goTo(14 * DAY - 10 * MINUTE)
    sessions.open(sessions.newLink('/bureau'), 'Firefox')
    sessions.newLink('/bureau')
    purgeAt(10 * MINUTE - 1)
    expect([house.count('desk_links'), house.count('desk_sessions')]).toEqual([1, 2])
    purgeAt(1)
    expect([house.count('desk_links'), house.count('desk_sessions')]).toEqual([0, 1])
  })

  it('notes when it ran', () => {
    purgeAt('2026-11-25T03:00:00.000Z')
    expect(house.rows('SELECT name, at FROM marks')).toEqual([{ name: 'purge', at: '2026-11-25T03:00:00.000Z' }])
  })
})

describe('the notice of availability ends the waiting list (content brief §2)', () => {
  it('for whoever was on it, confirmed or not, once the letter has gone to all', () => {
    house.submit('waitlist')
    confirm()
    house.submit('waitlist', { email: 'jamais@exemple.fr' })
    house.submit('newsletter')
    house.goTo(DAY)
    letter('waitlist', null)
    expect(purgeAt(DAY)).toEqual(NONE)
    house.db.prepare('UPDATE letters SET finished_at = created_at').run()
    expect(purgeAt(1)).toEqual({ ...NONE, waitlist: 2 })
  })

  it('not for whoever came, was asked or confirmed after it', () => {
    const [came, asked, confirmed] = ['vient', 'demandee', 'confirme'].map((name) =>
      house.submit('waitlist', { email: `${name}@exemple.fr` }),
    )
    house.db.prepare('UPDATE waitlist_signups SET asked_at = NULL').run()
    house.goTo(DAY)
    letter('waitlist', house.clock().toISOString())
    const later = house.goTo(1).toISOString()
    house.db.prepare('UPDATE waitlist_signups SET created_at = ? WHERE reference = ?').run(later, came)
    house.db.prepare('UPDATE waitlist_signups SET asked_at = ? WHERE reference = ?').run(later, asked)
    house.db.prepare('UPDATE waitlist_signups SET confirmed_at = ? WHERE reference = ?').run(later, confirmed)
    expect(purgeAt(DAY)).toEqual(NONE)
    letter('waitlist', house.clock().toISOString())
    expect(purgeAt(DAY)).toEqual({ ...NONE, waitlist: 3 })
  })

  it('not by a letter that was stopped, nor by one to the newsletter, which ends no list', () => {
    for (const list of ['waitlist', 'newsletter'] as const) house.submit(list)
    house.goTo(DAY)
    letter('waitlist', null, house.clock().toISOString())
    letter('newsletter', house.clock().toISOString())
    expect(purgeAt(DAY)).toEqual(NONE)
  })
})
