import { describe, expect, it } from 'vitest'
import { forms } from '../../../../src/forms/index.ts'
import {
  countRecipients,
  countUnqueued,
  isWritable,
  nextRecipients,
} from '../../../../src/server/leads/lists/sign-ups.ts'
import { CONFIRM } from '../../../samples.ts'
import { house, stillHouse } from '../../still-house.ts'

const BEGIN = '2026-11-22T10:00:00.000Z'
const EVERYBODY = { except: [], firstReaders: null }
/** A letter of which nothing is queued. */
const BEGUN = { ...EVERYBODY, createdAt: BEGIN, queued: 0 }
const { newsletter } = forms

stillHouse(BEGIN)

/** Sign-ups that each differ in one thing; only the first may receive letters. */
const signUps = () => {
  const names = ['lectrice', 'pas-confirmee', 'partie', 'suspecte', 'refusee']
  const references = names.map((name) => house.submit('newsletter', { email: `${name}@exemple.fr` }))
  const set = (what: string, name: string) =>
    house.db.exec(`UPDATE newsletter_subscriptions SET ${what} WHERE email = '${name}@exemple.fr'`)
  house.db.exec(`DELETE FROM outbox; ${CONFIRM}`)
  set('confirmed_at = NULL', 'pas-confirmee')
  set("unsubscribed_at = '2026-11-22T10:00:00.000Z'", 'partie')
  house.db.exec(
    "UPDATE leads SET suspected_spam = 1 WHERE reference = (SELECT reference FROM newsletter_subscriptions WHERE email = 'suspecte@exemple.fr')",
  )
  set('letters_refused = 2', 'refusee')
  return references
}
describe('the recipients of a letter', () => {
  it('have confirmed, have not unsubscribed, are not suspected and did not reject two letters', () => {
    const references = signUps()
    expect(references.filter((reference) => isWritable(house.db, newsletter, reference))).toEqual(
      references.slice(0, 1),
    )
    expect(countRecipients(house.db, newsletter, house.objections, EVERYBODY), 'recipients').toBe(1)
    const all = nextRecipients(house.db, newsletter, { ...BEGUN, queuedTo: 0 }, 100)
    expect(all.map(({ reference }) => reference)).toEqual(references.slice(0, 1))
  })

  it('exclude addresses that objected', () => {
    signUps()
    house.objections.add('quelqu.un@exemple.fr')
    expect(
      countRecipients(house.db, newsletter, house.objections, EVERYBODY),
      'after the objection of an unknown address',
    ).toBe(1)
    house.objections.add('lectrice@exemple.fr')
    expect(
      countRecipients(house.db, newsletter, house.objections, EVERYBODY),
      'after the objection of the only recipient',
    ).toBe(0)
  })

  it('exclude those who confirmed after it was written, and each is listed once in the order of arrival', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      house.submit('newsletter', { email: `${name}@exemple.fr` }),
    )
    house.db.exec(CONFIRM)
    house.db
      .prepare("UPDATE newsletter_subscriptions SET confirmed_at = '2026-11-22T10:00:00.001Z' WHERE reference = ?")
      .run(third)
    const page = (queuedTo: number) => nextRecipients(house.db, newsletter, { ...BEGUN, queuedTo }, 1)
    expect(page(0)).toEqual([{ id: 1, reference: first, email: 'a@exemple.fr' }])
    expect(page(1)).toMatchObject([{ id: 2, reference: second }])
    expect(page(2), 'recipients after the last one').toEqual([])
    expect(countUnqueued(house.db, newsletter, { ...BEGUN, queuedTo: 0 }), 'recipients to come').toBe(2)
    expect(countUnqueued(house.db, newsletter, { ...BEGUN, queuedTo: 1 }), 'after the first one').toBe(1)
  })
})
