import { describe, expect, it } from 'vitest'
import { answerBy, lateBefore, promisesOf } from '../../../../src/server/leads/follow-up/deadline.ts'

describe('the deadline of a reply', () => {
  // Paris is one hour ahead of UTC in November, two in June. 22 November 2026 is a Sunday.
  it.each([
    ['on a Monday', '2026-11-16T12:00:00Z', 48, '2026-11-18T12:00:00.000Z'],
    ['on a Friday, over the Sunday', '2026-11-20T09:04:05Z', 48, '2026-11-23T09:04:05.000Z'],
    ['in the first second of a Friday, at the end of the Saturday', '2026-11-19T23:00:00Z', 48, '2026-11-21T23:00:00Z'],
    ['a second later, in the first one of the Monday', '2026-11-19T23:00:01Z', 48, '2026-11-22T23:00:01Z'],
    ['late on a Saturday', '2026-11-21T22:59:59Z', 24, '2026-11-23T22:59:59Z'],
    ['early on a Sunday', '2026-11-21T23:00:00Z', 48, '2026-11-24T23:00:00Z'],
    ['late on a Sunday', '2026-11-22T22:59:59Z', 48, '2026-11-24T23:00:00Z'],
    ['late on a Sunday in June', '2026-06-21T21:59:59Z', 24, '2026-06-22T22:00:00Z'],
    ['within the hour', '2026-11-18T10:00:00Z', 1, '2026-11-18T11:00:00Z'],
    ['over the Sunday of summer time', '2027-03-27T12:00:00Z', 48, '2027-03-30T11:00:00Z'],
    ['over the Sunday of winter time', '2026-10-24T12:00:00Z', 24, '2026-10-26T13:00:00Z'],
    ['over three Sundays', '2026-11-20T12:00:00Z', 15 * 24, '2026-12-08T12:00:00Z'],
  ])('%s: %s and %i hours end at %s', (_, received, hours, due) => {
    expect(answerBy(new Date(received), hours)).toEqual(new Date(due))
  })

  it.each([
    '2026-11-18T10:00:00Z',
    '2026-11-20T23:30:00Z',
    '2026-11-21T12:00:00Z',
    '2026-11-22T15:00:00Z',
    '2026-03-27T12:00:00Z',
    '2026-10-24T12:00:00Z',
  ])('makes a submission received at %s late exactly from then on', (received) => {
    for (const hours of [1, 24, 48, 200]) {
      const due = answerBy(new Date(received), hours)
      const at = (ms: number) => lateBefore(new Date(due.getTime() + ms), hours).getTime()
      expect(at(1000)).toBeGreaterThan(Date.parse(received))
      expect(at(-1000)).toBeLessThanOrEqual(Date.parse(received))
    }
  })

  it('is computed backwards without counting Sundays', () => {
    expect(lateBefore(new Date('2026-11-24T09:00:00Z'), 48)).toEqual(new Date('2026-11-21T09:00:00Z'))
    expect(lateBefore(new Date('2026-11-22T15:00:00Z'), 48)).toEqual(new Date('2026-11-19T23:00:00Z'))
    expect(lateBefore(new Date('2026-11-22T23:00:00Z'), 24)).toEqual(new Date('2026-11-20T23:00:00Z'))
  })
})

describe('the promised time of a reply', () => {
  const FACTS = { plafond_remboursement: '14 jours' }
  it.each([
    ['24 à 48 h', 48],
    ['24 à 48\u00A0h ', 48],
    ['72h', 72],
    ['48 heures', 48],
  ])('of «%s» is %i hours at most', (promise, hours) =>
    expect(promisesOf({ ...FACTS, delai_reponse: promise }).hours).toBe(hours),
  )

  it.each(['', 'deux jours', '48', 'h'])('rejects «%s» with its place in facts.yaml', (promise) => {
    expect(() => promisesOf({ ...FACTS, delai_reponse: promise })).toThrow(/facts\.yaml, delai_reponse.*en heures/)
  })
})
