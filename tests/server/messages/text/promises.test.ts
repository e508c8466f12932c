import { describe, expect, it } from 'vitest'
import { daysOf, promisedBy, refundBy } from '../../../../src/server/leads/follow-up/deadline.ts'
import { dayFigures, morningOf } from '../../../../src/server/messages/day-figures.ts'
import { daysAfter } from '../../../../src/server/paris-time.ts'
import { openStillHouse } from '../../still-house.ts'

const plain = (text = '') => text.replace(/[\u00A0\u202F]/g, ' ')

describe('a promised moment', () => {
  it('is that of the submission while it lies ahead, and counted from now once it has passed', () => {
    const wednesday = new Date('2026-11-18T10:00:00.000Z')
    expect(promisedBy(wednesday, wednesday, 48).toISOString()).toBe('2026-11-20T10:00:00.000Z')
    expect(promisedBy(wednesday, new Date('2026-11-20T09:59:59.999Z'), 48).toISOString()).toBe(
      '2026-11-20T10:00:00.000Z',
    )
    expect(promisedBy(wednesday, new Date('2026-11-20T10:00:00.000Z'), 48).toISOString()).toBe(
      '2026-11-23T10:00:00.000Z',
    )
  })

  it('of a message that was suspected for days is ahead when it leaves, in acknowledgement and notice alike', () => {
    const house = openStillHouse('2026-11-18T10:00:00.000Z')
    const reference = house.submit('contact', {}, true)
    house.goTo('2026-11-23T11:00:00.000Z')
    house.db.exec('UPDATE outbox SET hold = NULL')
    const texts = house.mails().map(({ mail }) => plain(mail.text))
    expect(texts, 'acknowledgement and notice').toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain('mercredi 25 novembre à 12 h')
      expect(text).not.toContain('20 novembre à')
      expect(text).toContain(reference)
    }
    house.db.close()
  })
})

it('a withdrawal’s notice names the day by which the law wants the refund', () => {
  expect(refundBy(new Date('2026-11-23T22:59:59.000Z'), 14)).toBe('2026-12-07')
  // Midnight in Paris.
  expect(refundBy(new Date('2026-11-23T23:00:00.000Z'), 14)).toBe('2026-12-08')
  expect(refundBy(new Date('2027-03-20T12:00:00.000Z'), 14)).toBe('2027-04-03')
  expect(() => daysOf('quatorze jours')).toThrow('plafond_remboursement')
  const house = openStillHouse('2026-11-23T10:00:00.000Z')
  house.submit('withdrawal')
  const notice = house.mails().find(({ kind }) => kind === 'lead')?.mail
  expect(plain(notice?.subject)).toContain('à rembourser au plus tard le 7 décembre')
  house.db.close()
})

describe('the mornings in Paris', () => {
  it('divide a year without gap or overlap, changes of the clock included', () => {
    for (let day = '2026-12-28', before = morningOf(daysAfter(day, -1)); day < '2028-01-10'; day = daysAfter(day, 1)) {
      const hours = (Date.parse(morningOf(day)) - Date.parse(before)) / 3_600_000
      expect([23, 24, 25], day).toContain(hours)
      before = morningOf(day)
    }
    // The two Mondays after a change of the clock: eight in Paris.
    expect(morningOf('2027-03-29')).toBe('2027-03-29T06:00:00.000Z')
    expect(morningOf('2027-03-22')).toBe('2027-03-22T07:00:00.000Z')
    expect(morningOf('2027-10-25')).toBe('2027-10-25T06:00:00.000Z')
    expect(morningOf('2027-11-01')).toBe('2027-11-01T07:00:00.000Z')
  })

  it('put a sign-up of the day of a change into one day', () => {
    const house = openStillHouse('2027-03-28T05:30:00.000Z')
    house.submit('newsletter')
    const days = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30'].map(
      (day) => dayFigures(house.db, day).signUps.length,
    )
    // Half past seven in Paris: before that morning's message.
    expect(days, 'sign-ups that each day tells of').toEqual([0, 1, 0, 0])
    house.db.close()
  })
})
