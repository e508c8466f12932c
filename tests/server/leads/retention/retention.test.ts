import { describe, expect, it } from 'vitest'
import { type FormName, forms } from '../../../../src/forms/index.ts'
import { keepLead } from '../../../../src/server/leads/leads.ts'
import { countAged, countPurgeable, purge } from '../../../../src/server/leads/retention/retention.ts'
import { leadsPerWeek } from '../../../../src/server/leads/statistics.ts'
import { insertLetter, insertMessage } from '../../../insert-rows.ts'
import { house, stillHouse } from '../../still-house.ts'

const DAY = 86_400_000
const BEGIN = '2026-11-22T10:00:00.000Z'
const NONE = { waitlist: 0, newsletter: 0, contact: 0, partnership: 0, ambassador: 0, withdrawal: 0, quote: 0 }

stillHouse(BEGIN)

const weeks = () => Object.values(forms).map((form) => [form.name, [...leadsPerWeek(house.db, form)]])
/** What a purge at an instant counts and then removes; the two have to agree, and the figures of the weeks stay. */
const purgeAt = (to: string | number) => {
  const now = house.goTo(to)
  const [counted, before] = [countPurgeable(house.db, now), weeks()]
  const removed = purge(house.db, now)
  expect(removed).toEqual(counted)
  expect(weeks(), 'the figures of the weeks').toEqual(before)
  return removed
}
/** A letter of this instant to a list, and when it ended; null: it is going still. */
const letter = (list: string, finished_at: string | null, stopped_at: string | null = null) =>
  insertLetter(house.db, house.clock().toISOString(), { list, finished_at, stopped_at })

describe('the purge (RGPD art. 5.1.e)', () => {
  it('takes the e-mails and the notes of a row along, and no other’s', () => {
    const gone = house.submit('contact')
    house.goTo('2027-11-20T00:00:00.000Z')
    const left = house.submit('contact', { email: 'plus.tard@exemple.fr' })
    for (const reference of [gone, left])
      house.db.exec(
        `INSERT INTO lead_changes (reference, version, at, state) VALUES ('${reference}', 1, '${BEGIN}', 'en cours')`,
      )
    purgeAt('2027-11-23T00:00:00.000Z')
    for (const table of ['outbox', 'leads', 'lead_changes'])
      expect(house.rows(`SELECT DISTINCT reference FROM ${table}`), table).toEqual([{ reference: left }])
  })

  it('treats suspected spam like all else: never sooner, never later', () => {
    for (const name of Object.keys(forms) as FormName[]) house.submit(name, {}, true)
    expect(purgeAt('2027-11-22T10:00:00.000Z')).toEqual(NONE)
    expect(purgeAt('2027-11-22T10:00:00.001Z')).toEqual({ ...NONE, contact: 1, ambassador: 1, quote: 1 })
    expect(purgeAt('2036-11-22T10:00:00.001Z')).toEqual({
      ...NONE,
      waitlist: 1,
      newsletter: 1,
      partnership: 1,
      withdrawal: 1,
    })
    expect(house.count('outbox'), 'e-mails of rows that are gone').toBe(0)
  })

  it('leaves what the operator keeps, through the last day in Paris, whatever its reason to go', () => {
    const references = { contact: house.submit('contact'), newsletter: house.submit('newsletter') }
    house.consent.unsubscribe(house.mails().find(({ unsubscribe }) => unsubscribe)?.unsubscribe ?? '')
    for (const name of ['contact', 'newsletter'] as const) keepLead(house.db, references[name], '2028-02-29')
    const before = house.goTo('2028-02-29T22:59:59.999Z')
    expect(countAged(house.db, forms.contact, before), 'aged on the last evening').toBe(0)
    expect(purgeAt('2028-02-29T22:59:59.999Z')).toEqual(NONE)
    expect(countAged(house.db, forms.contact, house.goTo('2028-02-29T23:00:00.000Z')), 'aged after that day').toBe(1)
    expect(purgeAt('2028-02-29T23:00:00.000Z')).toEqual({ ...NONE, contact: 1, newsletter: 1 })
  })

  it('leaves an accepted application, as its notice promises, until the operator names a day', () => {
    const reference = house.submit('ambassador')
    house.submit('ambassador', { email: 'sans.suite@exemple.fr' })
    house.db.prepare("UPDATE leads SET state = 'acceptée' WHERE reference = ?").run(reference)
    expect(purgeAt('2036-11-22T10:00:00.001Z'), 'purged of an accepted application and one without answer').toEqual({
      ...NONE,
      ambassador: 1,
    })
    expect(countAged(house.db, forms.ambassador, house.clock()), 'aged of those that are kept').toBe(0)
    keepLead(house.db, reference, '2036-11-30')
    expect(purgeAt('2036-12-01T10:00:00.000Z'), 'purged once its day is over').toEqual({ ...NONE, ambassador: 1 })
  })

  it('counts as aged what is past its period alone, not who left a list', () => {
    house.submit('newsletter')
    house.consent.unsubscribe(house.mails().find(({ unsubscribe }) => unsubscribe)?.unsubscribe ?? '')
    const now = house.goTo(31 * DAY)
    expect(countAged(house.db, forms.newsletter, now), 'aged sign-ups among those who left').toBe(0)
    expect(countPurgeable(house.db, now)).toEqual({ ...NONE, newsletter: 1 })
  })

  it('counts the period of a list from the last contact: who confirmed, or entered the address again', () => {
    for (const name of ['confirme', 'revient']) house.submit('newsletter', { email: `${name}@exemple.fr` })
    house.submit('newsletter', { email: 'se-tait@exemple.fr' }, true)
    const [late, again] = house.mails()
    house.consent.confirm(again?.confirm ?? '')
    house.goTo(20 * DAY)
    house.consent.confirm(late?.confirm ?? '')
    house.goTo(DAY)
    house.submit('newsletter', { email: 'revient@exemple.fr' })
    const left = (at: string) => {
      const now = house.goTo(at)
      expect(countAged(house.db, forms.newsletter, now), 'what is counted as aged, and removed').toBe(
        purgeAt(at).newsletter,
      )
      return house.rows<{ email: string }>('SELECT email FROM newsletter_subscriptions').map(({ email }) => email)
    }
    const three = 'sign-ups that are left three years after'
    expect(left('2029-11-22T10:00:00.001Z'), `${three} they came`).toEqual([
      'confirme@exemple.fr',
      'revient@exemple.fr',
    ])
    expect(left('2029-12-12T10:00:00.001Z'), `${three} the confirmation`).toEqual(['revient@exemple.fr'])
    expect(left('2029-12-13T10:00:00.000Z'), `${three} less a millisecond`).toEqual(['revient@exemple.fr'])
    expect(left('2029-12-13T10:00:00.001Z'), `${three} it was entered again`).toEqual([])
  })

  it('erases whoever left a list although a stranger enters the address again', () => {
    house.submit('newsletter')
    house.consent.unsubscribe(house.mails()[0]?.unsubscribe ?? '')
    house.goTo(29 * DAY)
    house.submit('newsletter')
    expect(house.mails().map(({ kind }) => kind)).toEqual(['confirmation'])
    expect(purgeAt(30 * DAY), 'purged while the link of the stranger is good').toEqual(NONE)
    expect(purgeAt(1), 'purged once it is not').toEqual({ ...NONE, newsletter: 1 })
  })

  it('lets no sign-up go that was not asked to confirm, and one that was when its last link is dead', () => {
    const setMail = (name: string, what: string) =>
      house.db.exec(`UPDATE outbox SET ${what} WHERE recipient = '${name}@exemple.fr'`)
    const names = ['jamais', 'retenue', 'en-panne', 'refusee', 'deux-fois', 'tardive']
    for (const name of names) house.submit('newsletter', { email: `${name}@exemple.fr` })
    house.db.exec("UPDATE newsletter_subscriptions SET asked_at = NULL WHERE email = 'jamais@exemple.fr'")
    setMail('jamais', "failed_at = created_at, failure = 'restored'")
    setMail('retenue', "hold = 'mailbox'")
    setMail('en-panne', "failed_at = created_at, failure = 'expired'")
    setMail('refusee', "failed_at = created_at, failure = 'refused'")
    setMail('tardive', "sent_at = '2026-11-26T10:00:00.000Z'")
    setMail('deux-fois', 'sent_at = created_at')
    house.goTo(20 * DAY)
    house.submit('newsletter', { email: 'deux-fois@exemple.fr' })
    setMail('deux-fois', 'sent_at = coalesce(sent_at, created_at)')
    const left = (day: number) => {
      purgeAt(new Date(Date.parse(BEGIN) + day * DAY + 1).toISOString())
      return house
        .rows<{ name: string }>(
          "SELECT replace(email, '@exemple.fr', '') AS name FROM newsletter_subscriptions ORDER BY name",
        )
        .map(({ name }) => name)
    }
    expect(left(30), 'left after 30 days').toEqual(['deux-fois', 'en-panne', 'jamais', 'retenue', 'tardive'])
    expect(left(34), 'left 30 days after an e-mail that waited').toEqual(['deux-fois', 'en-panne', 'jamais', 'retenue'])
    expect(left(50), 'left 30 days after the second e-mail').toEqual(['en-panne', 'jamais', 'retenue'])
  })

  it('notes when it ran', () => {
    purgeAt('2026-11-25T03:00:00.000Z')
    expect(house.rows('SELECT name, at FROM marks')).toEqual([{ name: 'purge', at: '2026-11-25T03:00:00.000Z' }])
  })
})

describe('the notice of availability ends the waiting list (content brief §2)', () => {
  /** The notice for a sign-up, as the outbox keeps it. @param sentAt null for one that was refused */
  const notice = (reference: string, sent_at: string | null) => {
    const now = house.clock().toISOString()
    letter('waitlist', now)
    const went = sent_at ? { sent_at } : { failed_at: now, failure: 'refused' }
    const of = { kind: 'letter', form: 'waitlist', letter: house.count('letters') }
    insertMessage(house.db, now, { ...of, ...went, reference, recipient: 'a@b.fr' })
  }

  it('for whoever was really served, and for nobody else on it', () => {
    const served = house.submit('waitlist')
    const refused = house.submit('waitlist', { email: 'refusee@exemple.fr' })
    house.submit('waitlist', { email: 'jamais@exemple.fr' })
    house.submit('newsletter')
    house.goTo(DAY)
    notice(served, house.clock().toISOString())
    notice(refused, null)
    expect(purgeAt(1)).toEqual({ ...NONE, waitlist: 1 })
    expect(house.rows('SELECT email FROM waitlist_signups ORDER BY email')).toEqual([
      { email: 'jamais@exemple.fr' },
      { email: 'refusee@exemple.fr' },
    ])
  })

  it('and the figures of the weeks stay, as counts', () => {
    const week = () => [...leadsPerWeek(house.db, forms.waitlist)]
    const references = ['a', 'b', 'c'].map((name) => house.submit('waitlist', { email: `${name}@exemple.fr` }))
    house.submit('waitlist', { email: 'suspecte@exemple.fr' }, true)
    const before = week()
    expect(before).toMatchObject([[expect.any(String), 3]])
    house.goTo(DAY)
    for (const reference of references.slice(0, 2)) {
      notice(reference, house.clock().toISOString())
      expect(purgeAt(1)).toEqual({ ...NONE, waitlist: 1 })
      expect(week()).toEqual(before)
    }
    house.db.exec('DELETE FROM leads')
    expect(house.rows('SELECT form, count FROM past_weeks')).toEqual([{ form: 'waitlist', count: 2 }])
  })

  it('not for whoever came back, was asked or confirmed after it', () => {
    const references = ['vient', 'demandee', 'confirme'].map((name) =>
      house.submit('waitlist', { email: `${name}@exemple.fr` }),
    )
    house.db.prepare('UPDATE waitlist_signups SET asked_at = NULL').run()
    house.goTo(DAY)
    for (const reference of references) notice(reference, house.clock().toISOString())
    const later = house.goTo(1).toISOString()
    const [came, asked, confirmed] = references
    house.db.prepare('UPDATE leads SET created_at = ? WHERE reference = ?').run(later, came)
    house.db.prepare('UPDATE waitlist_signups SET asked_at = ? WHERE reference = ?').run(later, asked)
    house.db.prepare('UPDATE waitlist_signups SET confirmed_at = ? WHERE reference = ?').run(later, confirmed)
    expect(purgeAt(DAY)).toEqual(NONE)
    for (const reference of references) notice(reference, house.clock().toISOString())
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
