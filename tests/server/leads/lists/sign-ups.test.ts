import { describe, expect, it } from 'vitest'
import { forms } from '../../../../src/forms/index.ts'
import {
  countRecipients,
  countUnqueued,
  createIsWritable,
  nextRecipients,
} from '../../../../src/server/leads/lists/sign-ups.ts'
import {
  createGoingLetters,
  findLetter,
  insertLetter,
  letterSummaries,
  picturesOf,
  stopLetter,
  storedLetter,
} from '../../../../src/server/letters/letter-rows.ts'
import { CONFIRM } from '../../../samples.ts'
import { house, stillHouse } from '../../still-house.ts'

const BEGIN = '2026-11-22T10:00:00.000Z'
const { newsletter } = forms

stillHouse(BEGIN)

/** Sign-ups that differ in one thing each; only the first is to be written to. */
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
const letter = (digest: string) =>
  insertLetter(house.db, house.clock, {
    list: 'newsletter',
    digest: digest.repeat(64),
    source: 'Source',
    subject: 'Printemps',
    html: '<p>Bonjour</p>',
    text: 'Bonjour',
    recipients: 1,
    pictures: [{ name: 'tapis', jpeg: Buffer.from('jpeg') }],
  }) ?? 0

describe('whom a letter reaches', () => {
  it('is who confirmed and neither left, nor is suspected, nor was refused twice', () => {
    const references = signUps()
    expect(references.map((reference) => createIsWritable(house.db)(newsletter, reference))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(countRecipients(house.db, newsletter, house.objections)).toBe(1)
    const all = nextRecipients(house.db, newsletter, { createdAt: BEGIN, queuedTo: 0 }, 100)
    expect(all.map(({ reference }) => reference)).toEqual(references.slice(0, 1))
  })

  it('is nobody who objected', () => {
    signUps()
    house.objections.add('quelqu.un@exemple.fr')
    expect(countRecipients(house.db, newsletter, house.objections)).toBe(1)
    house.objections.add('lectrice@exemple.fr')
    expect(countRecipients(house.db, newsletter, house.objections)).toBe(0)
  })

  it('is nobody who confirmed later, and each once in the order of arrival', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) =>
      house.submit('newsletter', { email: `${name}@exemple.fr` }),
    )
    house.db.exec(CONFIRM)
    house.db
      .prepare("UPDATE newsletter_subscriptions SET confirmed_at = '2026-11-22T10:00:00.001Z' WHERE reference = ?")
      .run(third)
    const page = (queuedTo: number) => nextRecipients(house.db, newsletter, { createdAt: BEGIN, queuedTo }, 1)
    expect(page(0)).toEqual([{ id: 1, reference: first, email: 'a@exemple.fr' }])
    expect(page(1)).toMatchObject([{ id: 2, reference: second }])
    expect(page(2)).toEqual([])
    expect(countUnqueued(house.db, newsletter, { createdAt: BEGIN, queuedTo: 0 })).toBe(2)
    expect(countUnqueued(house.db, newsletter, { createdAt: BEGIN, queuedTo: 1 })).toBe(1)
  })
})

describe('a letter', () => {
  it('is stored with its pictures, once for a text and a list', () => {
    const id = letter('a')
    expect(findLetter(house.db, 'newsletter', 'a'.repeat(64))).toBe(id)
    expect(findLetter(house.db, 'waitlist', 'a'.repeat(64))).toBeUndefined()
    expect(letter('a')).toBe(0)
    expect(createGoingLetters(house.db)(id)?.texts).toEqual({
      subject: 'Printemps',
      html: '<p>Bonjour</p>',
      text: 'Bonjour',
    })
    expect(picturesOf(house.db, id)).toEqual([{ name: 'tapis', jpeg: Buffer.from('jpeg') }])
    expect(storedLetter(house.db, id)).toMatchObject({ source: 'Source', list: 'newsletter', text: 'Bonjour' })
    expect(storedLetter(house.db, 99)).toBeUndefined()
  })

  it('is counted as it goes: who waits, who had it, who left meanwhile', () => {
    signUps()
    const id = letter('a')
    expect(letterSummaries(house.db)).toMatchObject([
      {
        id,
        state: 'going',
        createdAt: BEGIN,
        recipients: 1,
        sent: 0,
        failed: 0,
        waiting: 1,
        dropped: 0,
        finishedAt: null,
      },
    ])
    house.goTo(1000)
    const sent = house.mails()
    expect(sent.map(({ kind, mail }) => [kind, mail.to])).toEqual([['letter', ['lectrice@exemple.fr']]])
    expect(storedLetter(house.db, id)).toMatchObject({
      state: 'finished',
      finishedAt: '2026-11-22T10:00:01.000Z',
      sent: 1,
      waiting: 0,
      dropped: 0,
    })
    expect(stopLetter(house.db, house.clock, id)).toBe(false)
    expect(house.mails()).toEqual([])
  })

  it('that is stopped reaches nobody more, and says to how many it did not go', () => {
    signUps()
    const [first, second] = [letter('a'), letter('b')]
    expect(letterSummaries(house.db).map(({ id }) => id)).toEqual([second, first])
    const goingLetter = createGoingLetters(house.db)
    expect(goingLetter(first)).toBeDefined()
    expect(stopLetter(house.db, house.clock, first)).toBe(true)
    expect(stopLetter(house.db, house.clock, first)).toBe(false)
    expect(stopLetter(house.db, house.clock, 99)).toBe(false)
    expect(goingLetter(first)).toBeUndefined()
    expect(storedLetter(house.db, first)).toMatchObject({ state: 'stopped', stoppedAt: BEGIN, waiting: 0, dropped: 1 })
    expect(house.mails()).toHaveLength(1)
    expect(house.rows('SELECT letter FROM outbox')).toEqual([{ letter: second }])
  })

  it('that is stopped leaves what went and what is on its way', () => {
    const reference = signUps()[0] ?? ''
    const id = letter('a')
    house.outbox.add({ kind: 'letter', form: 'newsletter', reference, recipient: 'lectrice@exemple.fr', letter: id })
    const dispatch = house.outbox.claim()
    house.db.pragma('foreign_keys = OFF')
    house.outbox.add({ kind: 'letter', form: 'newsletter', reference: 'N-1', recipient: 'x@exemple.fr', letter: id })
    stopLetter(house.db, house.clock, id)
    expect(house.rows('SELECT reference FROM outbox')).toEqual([{ reference }])
    expect(storedLetter(house.db, id)).toMatchObject({ waiting: 1, dropped: 0 })
    if (dispatch) house.outbox.fail(dispatch, 'refused', '550')
    expect(storedLetter(house.db, id)).toMatchObject({ waiting: 0, failed: 1, dropped: 0 })
  })
})
