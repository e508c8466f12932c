import { describe, expect, it } from 'vitest'
import { allForms, forms } from '../../../../src/forms/index.ts'
import { countAged, listPurgeable, purge } from '../../../../src/server/leads/retention/retention.ts'
import { keepUntil, receive } from '../../../../src/server/leads/turn.ts'
import { insertLetter, insertMessage } from '../../../support/insert-rows.ts'
import { backend, setUpTestBackend } from '../../test-backend.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const BEGIN = '2026-11-22T10:00:00.000Z'
const NONE = Object.fromEntries(allForms.map(({ name }) => [name, 0]))

setUpTestBackend(BEGIN)

/** Number of all leads by form and week, including purged ones, without suspected spam. */
const weeks = () =>
  backend.rows(`SELECT form, week, sum(count) FROM (
    SELECT form, date(created_at, 'weekday 0', '-6 days') AS week, 1 AS count FROM leads WHERE suspected_spam = 0
    UNION ALL SELECT form, week, count FROM past_weeks) GROUP BY form, week`)
/** Counts by form what a purge would remove. */
const countedAt = (now: Date) => {
  const expired = listPurgeable(backend.db, now)
  return Object.fromEntries(allForms.map(({ name }) => [name, expired.filter(({ form }) => form === name).length]))
}
/** Purges at an instant and checks that the count before agrees and that the figures stay the same. */
const purgeAt = (to: string | number) => {
  const now = backend.goTo(to)
  const [counted, before] = [countedAt(now), weeks()]
  const removed = purge(backend.db, now)
  expect(removed).toEqual(counted)
  expect(weeks(), 'the weekly figures').toEqual(before)
  return removed
}
/** Adds a letter of this instant to a list. */
const letter = (list: string, stopped_at: string | null = null) =>
  insertLetter(backend.db, backend.clock().toISOString(), { list, stopped_at })

describe('the purge (RGPD art. 5.1.e)', () => {
  it('counts from the last message of the person, and waits while the data are suspended', () => {
    const [quiet, written, suspended] = [1, 2, 3].map((n) => backend.submit('contact', { email: `p${n}@exemple.fr` }))
    receive(backend.db, { reference: String(written), at: '2027-01-01T00:00:00.000Z', text: 'Encore moi.' })
    backend.db.prepare('UPDATE leads SET suspended_at = ? WHERE reference = ?').run(BEGIN, suspended)
    purgeAt('2027-11-23T00:00:00.000Z')
    const left = () => backend.column('SELECT reference FROM leads ORDER BY id')
    expect(left(), `without ${quiet}`).toEqual([written, suspended])
    purgeAt('2028-01-02T00:00:00.000Z')
    expect(left()).toEqual([suspended])
  })

  it('applies the same periods to suspected spam', () => {
    for (const name of ['contact', 'withdrawal'] as const) backend.submit(name, {}, true)
    expect(purgeAt('2027-11-22T10:00:00.000Z')).toEqual(NONE)
    expect(purgeAt('2027-11-22T10:00:00.001Z')).toEqual({ ...NONE, contact: 1 })
    expect(purgeAt('2036-11-22T10:00:00.001Z')).toEqual({ ...NONE, withdrawal: 1 })
    expect(backend.count('outbox'), 'e-mails of deleted rows').toBe(0)
  })

  it('keeps a row through the day that the operator set, in Paris, whatever the reason to delete it', () => {
    const { reference, unsubscribe } = backend.join()
    backend.consent.unsubscribe(unsubscribe)
    for (const each of [backend.submit('contact'), reference])
      keepUntil({ ...backend, author: null }, each, '2028-02-29')
    const agedAt = (at: string) => countAged(backend.db, forms.contact, new Date(at))
    const [evening, night] = ['2028-02-29T22:59:59.999Z', '2028-02-29T23:00:00.000Z'] as const
    expect([agedAt(evening), agedAt(night)], 'expired on the last evening, and after it').toEqual([0, 1])
    expect(purgeAt(evening)).toEqual(NONE)
    expect(purgeAt(night)).toEqual({ ...NONE, contact: 1, newsletter: 1 })
  })

  it('keeps an accepted application, as its notice promises, until the operator sets a day', () => {
    const reference = backend.submit('ambassador')
    backend.submit('ambassador', { email: 'sans.suite@exemple.fr' })
    backend.db.prepare("UPDATE leads SET outcome = 'accepted' WHERE reference = ?").run(reference)
    expect(purgeAt('2036-11-22T10:00:00.001Z'), 'the one without a reply').toEqual({ ...NONE, ambassador: 1 })
    expect(countAged(backend.db, forms.ambassador, backend.clock()), 'expired among those that are kept').toBe(0)
    keepUntil({ ...backend, author: null }, reference, '2036-11-30')
    expect(purgeAt('2036-12-01T10:00:00.000Z'), 'once its day is over').toEqual({ ...NONE, ambassador: 1 })
  })

  it('counts the period of a confirmed sign-up from the last time that its address was entered', () => {
    backend.joinConfirmed('lea@exemple.fr')
    backend.goTo(21 * DAY)
    backend.submit('newsletter', { email: 'lea@exemple.fr' })
    expect(backend.sentKinds(), 'the e-mail that the page names').toEqual(['welcome'])
    const agedAt = (at: string) => countAged(backend.db, forms.newsletter, new Date(at))
    const [last, after] = ['2029-12-13T10:00:00.000Z', '2029-12-13T10:00:00.001Z'] as const
    expect([agedAt(last), purgeAt(last)], 'three years after it').toEqual([0, NONE])
    expect([agedAt(after), purgeAt(after)], 'a millisecond later').toEqual([1, { ...NONE, newsletter: 1 }])
  })

  it('deletes an unsubscribed sign-up although a stranger enters its address again', () => {
    backend.consent.unsubscribe(backend.join().unsubscribe)
    backend.goTo(29 * DAY)
    expect(backend.join().confirm).not.toBe('')
    expect(purgeAt(30 * DAY), 'purged while the link of the stranger is valid').toEqual(NONE)
    expect(purgeAt(1), 'purged once it has expired').toEqual({ ...NONE, newsletter: 1 })
  })

  it('keeps sign-ups that were never asked to confirm and deletes the others when their last link has expired', () => {
    const setMail = (name: string, what: string) =>
      backend.db.exec(`UPDATE outbox SET ${what} WHERE recipient = '${name}@exemple.fr'`)
    const names = ['jamais', 'retenue', 'en-panne', 'refusee', 'deux-fois', 'tardive']
    for (const name of names) backend.submit('newsletter', { email: `${name}@exemple.fr` })
    backend.db.exec("UPDATE newsletter_subscriptions SET asked_at = NULL WHERE email = 'jamais@exemple.fr'")
    setMail('jamais', "failed_at = created_at, failure = 'restored'")
    setMail('retenue', "hold = 'mailbox'")
    setMail('en-panne', "failed_at = created_at, failure = 'expired'")
    setMail('refusee', "failed_at = created_at, failure = 'refused'")
    setMail('tardive', "sent_at = '2026-11-26T10:00:00.000Z'")
    setMail('deux-fois', 'sent_at = created_at')
    backend.goTo(20 * DAY)
    backend.submit('newsletter', { email: 'deux-fois@exemple.fr' })
    setMail('deux-fois', 'sent_at = coalesce(sent_at, created_at)')
    const left = (day: number) => {
      purgeAt(new Date(Date.parse(BEGIN) + day * DAY + 1).toISOString())
      return backend.column("SELECT replace(email, '@exemple.fr', '') FROM newsletter_subscriptions ORDER BY 1")
    }
    expect(left(30), 'left after 30 days').toEqual(['deux-fois', 'en-panne', 'jamais', 'retenue', 'tardive'])
    expect(left(34), 'left 30 days after a delayed e-mail').toEqual(['deux-fois', 'en-panne', 'jamais', 'retenue'])
    expect(left(50), 'left 30 days after the second e-mail').toEqual(['en-panne', 'jamais', 'retenue'])
  })
})

describe('the notice of availability ends the waiting list (content brief §2)', () => {
  /** Adds the notice for a sign-up to the outbox. @param sent_at null if it was rejected */
  const notice = (reference: string, sent_at: string | null) => {
    const now = backend.clock().toISOString()
    letter('waitlist')
    const went = sent_at ? { sent_at } : { failed_at: now, failure: 'refused' }
    const of = { kind: 'letter', form: 'waitlist', letter: backend.count('letters') }
    insertMessage(backend.db, now, { ...of, ...went, reference, recipient: 'a@b.fr' })
  }

  it('for those who received it and nobody else; the weekly figures keep their number alone', () => {
    const served = backend.submit('waitlist')
    backend.submit('waitlist', { email: 'suspecte@exemple.fr' }, true)
    const refused = backend.submit('waitlist', { email: 'refusee@exemple.fr' })
    backend.submit('waitlist', { email: 'jamais@exemple.fr' })
    backend.submit('newsletter')
    backend.goTo(DAY)
    notice(served, backend.clock().toISOString())
    notice(refused, null)
    expect(purgeAt(HOUR), 'deleted while MAIL_PER_HOUR counts the notice').toEqual(NONE)
    expect(purgeAt(1)).toEqual({ ...NONE, waitlist: 1 })
    const left = ['jamais@exemple.fr', 'refusee@exemple.fr', 'suspecte@exemple.fr']
    expect(backend.column('SELECT email FROM waitlist_signups ORDER BY email')).toEqual(left)
    expect(backend.rows('SELECT form, count FROM past_weeks')).toEqual([{ form: 'waitlist', count: 1 }])
  })

  it('not for those who signed up again, were asked or confirmed after it', () => {
    const references = ['vient', 'demandee', 'confirme'].map((name) =>
      backend.submit('waitlist', { email: `${name}@exemple.fr` }),
    )
    backend.db.prepare('UPDATE waitlist_signups SET asked_at = NULL').run()
    backend.goTo(DAY)
    for (const reference of references) notice(reference, backend.clock().toISOString())
    const later = backend.goTo(1).toISOString()
    const [came, asked, confirmed] = references
    backend.db.prepare('UPDATE leads SET created_at = ? WHERE reference = ?').run(later, came)
    backend.db.prepare('UPDATE waitlist_signups SET asked_at = ? WHERE reference = ?').run(later, asked)
    backend.db.prepare('UPDATE waitlist_signups SET confirmed_at = ? WHERE reference = ?').run(later, confirmed)
    expect(purgeAt(DAY)).toEqual(NONE)
    for (const reference of references) notice(reference, backend.clock().toISOString())
    expect(purgeAt(DAY)).toEqual({ ...NONE, waitlist: 3 })
  })
})
