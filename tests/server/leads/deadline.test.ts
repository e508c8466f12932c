import { describe, expect, it } from 'vitest'
import { openingOf } from '../../../src/copy/facts/opening.ts'
import { answerBy, promisesOf, refundBy } from '../../../src/server/leads/deadline.ts'

const opening = openingOf({
  horaires_semaine: '9 h 00 – 18 h 00',
  horaires_samedi: '10 h 00 – 16 h 00',
  fermetures: '2026-12-28 – 2027-01-02, congés\n2026-12-07, inventaire',
})

describe('the deadline of a reply', () => {
  // Paris is one hour ahead of UTC in winter, two in summer. 22 November 2026 is a Sunday.
  it.each([
    ['on a Monday', '2026-11-16T12:00', 48, '2026-11-18T12:00'],
    ['on a Friday, over the Sunday, at the next full hour', '2026-11-20T09:04:05', 48, '2026-11-23T10:00'],
    ['on a Saturday evening, at closing time of the day after the hours', '2026-11-21T20:00', 48, '2026-11-25T17:00'],
    ['on a Sunday, as if it came on Monday at midnight', '2026-11-22T15:00', 48, '2026-11-25T17:00'],
    ['in the morning before opening, at closing time of that day', '2026-11-18T06:00', 24, '2026-11-19T17:00'],
    ['on 23 December at 20 h, over Christmas, a Sunday and a closure', '2026-12-23T19:00', 48, '2027-01-04T17:00'],
    ['over Easter Monday and the start of summer time', '2027-03-27T11:00', 24, '2027-03-30T10:00'],
  ])('%s: %s and %i hours end at %s', (_, received, hours, due) => {
    expect(answerBy(new Date(`${received}Z`), { hours, opening })).toEqual(new Date(`${due}Z`))
  })

  it('ends no later than a house that closes at half past', () => {
    const opening = openingOf({ horaires_semaine: '9 h 00 – 17 h 30' })
    expect(answerBy(new Date('2026-11-16T16:10:00Z'), { hours: 24, opening })).toEqual(new Date('2026-11-17T16:30:00Z'))
  })
})

describe('the promised time of a reply', () => {
  const FACTS = { plafond_remboursement: '14 jours' }
  it.each([
    ['24 à 48\u00A0h ', 48],
    ['72 heures', 72],
  ])('of «%s» is %i hours at most', (promise, hours) =>
    expect(promisesOf({ ...FACTS, delai_reponse: promise }).hours).toBe(hours),
  )

  it.each(['deux jours', '48'])('rejects «%s» with its place in facts.yaml', (promise) => {
    expect(() => promisesOf({ ...FACTS, delai_reponse: promise })).toThrow(/facts\.yaml, delai_reponse.*en heures/)
  })
})

it.each([
  ['2026-11-23T22:59:59.000Z', '2026-12-07'],
  // Midnight in Paris.
  ['2026-11-23T23:00:00.000Z', '2026-12-08'],
])('a withdrawal of %s is refunded by %s', (at, day) => {
  expect(refundBy(new Date(at), 14)).toBe(day)
})
