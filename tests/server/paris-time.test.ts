import { describe, expect, it } from 'vitest'
import { isClockDoubted, lastKnownTime } from '../../src/server/leads/retention/known-time.ts'
import {
  instantInParis,
  lastTimeInParis,
  monthsBefore,
  relativeTimeInParis,
  startOfDayInParis,
} from '../../src/server/paris-time.ts'
import { plain } from '../support/plain.ts'
import { openTestBackend } from './test-backend.ts'

it.each([
  ['2026-11-22T23:30:00.000Z', 'aujourd’hui à 0 h 30'],
  ['2026-11-20T10:00:00.000Z', 'le 20 novembre à 11 h'],
  ['2025-12-31T23:30:00.000Z', 'le 1er janvier à 0 h 30'],
  ['2027-01-02T08:00:00.000Z', 'le 2 janvier 2027 à 9 h'],
])('relativeTimeInParis formats %s as %s', (iso, words) => {
  expect(plain(relativeTimeInParis(iso, new Date('2026-11-23T10:00:00Z')))).toBe(words)
})

describe('a day in Paris', () => {
  it.each([
    ['2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('%s starts at %s', (day, start) => expect(startOfDayInParis(day)).toBe(start))

  it.each(['2027-02-29', '2026-13-01', 'hier'])('rejects «%s»', (day) => expect(startOfDayInParis(day)).toBeUndefined())
})

it.each([
  ['2028-02-29T10:00:00.000Z', 12, '2027-02-28T10:00:00.000Z'],
  ['2026-05-31T10:00:00.000Z', 1, '2026-04-30T10:00:00.000Z'],
])('monthsBefore: %s less %i is %s', (now, months, then) => expect(monthsBefore(new Date(now), months)).toBe(then))

it.each([
  ['2026-11-23T06:59:59.999Z', '2026-11-22T07:00:00.000Z'],
  // Winter time began in the night.
  ['2026-10-25T07:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['2026-10-25T06:30:00.000Z', '2026-10-24T06:00:00.000Z'],
])('lastTimeInParis: at %s it was eight last at %s', (now, at) =>
  expect(lastTimeInParis(new Date(now), '08:00')).toBe(at),
)

describe('a time in a form field', () => {
  it.each([
    ['2026-11-23T09:05', '2026-11-23T08:05:00.000Z'],
    // Skipped by summer time.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('of %s in Paris is %s', (local, iso) => {
    expect(instantInParis(local)).toBe(iso)
  })

  it.each(['2026-11-23T24:00', '2026-11-31T09:00', '2026-11-23'])('is invalid if it is «%s»', (local) =>
    expect(instantInParis(local)).toBeUndefined(),
  )
})

it('lastKnownTime is that of the last purge, otherwise of the last backup or newest row, otherwise undefined', () => {
  const backend = openTestBackend('2026-11-01T00:00:00.000Z')
  expect(lastKnownTime(backend.db)).toBeUndefined()
  expect(isClockDoubted(backend.db, new Date('2099-01-01')), 'doubted without a known time').toBe(false)
  backend.goTo('2026-11-01T12:00:00.000Z')
  backend.submit('waitlist')
  backend.goTo('2026-11-03T00:00:00.000Z')
  backend.submit('newsletter')
  backend.goTo('2026-11-02T00:00:00.000Z')
  backend.submit('contact')
  expect(lastKnownTime(backend.db)).toBe('2026-11-03T00:00:00.000Z')
  backend.db.exec("INSERT INTO small_facts VALUES ('backup', '2026-11-04T00:00:00.000Z')")
  expect(lastKnownTime(backend.db)).toBe('2026-11-04T00:00:00.000Z')
  backend.db.exec("INSERT INTO small_facts VALUES ('purge', '2026-11-02T12:00:00.000Z')")
  expect(lastKnownTime(backend.db)).toBe('2026-11-02T12:00:00.000Z')
  expect(isClockDoubted(backend.db, new Date('2026-11-09T12:00:00.000Z'))).toBe(false)
  expect(isClockDoubted(backend.db, new Date('2026-11-09T12:00:00.001Z'))).toBe(true)
  backend.db.close()
})
