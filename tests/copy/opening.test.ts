import { expect, it } from 'vitest'
import { closuresFrom, hoursOn, isPublicHoliday, openingOf, parseClosures } from '../../src/copy/facts/opening.ts'

const OPENING = openingOf({
  horaires_semaine: '9 h 00 – 18 h 00',
  horaires_samedi: '10\u00A0h\u00A000 – 16\u00A0h\u00A030',
  fermetures: '2026-12-24 – 2027-01-02, congés\n2027-05-14, salon',
})

it('knows the eleven public holidays of a year, three of them by Easter', () => {
  const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10))
  expect(days.filter(isPublicHoliday)).toEqual(
    '01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25'.split(' ').map((day) => `2027-${day}`),
  )
  for (const monday of ['2008-03-24', '2011-04-25', '2024-04-01', '2025-04-21', '2026-04-06', '2038-04-26'])
    expect(isPublicHoliday(monday), monday).toBe(true)
})

it('opens on weekdays and Saturdays, but not on Sundays, public holidays and in closures, their last day included', () => {
  const open = (day: string) => hoursOn(day, OPENING)
  expect(open('2026-12-23')).toEqual({ opens: 540, closes: 1080 })
  expect(open('2026-12-19')).toEqual({ opens: 600, closes: 990 })
  for (const day of ['2026-12-20', '2026-11-11', '2026-12-24', '2027-01-02', '2027-05-14'])
    expect(open(day), day).toBeUndefined()
})

it('names the closures to come with the first day on which the house answers again', () => {
  const returns = (day: string) => closuresFrom(day, OPENING).map(({ back }) => back)
  expect(returns('2026-11-01')).toEqual(['2027-01-04', '2027-05-15'])
  expect(returns('2027-01-02')).toEqual(['2027-01-04', '2027-05-15'])
  expect(returns('2027-01-03')).toEqual(['2027-05-15'])
})

it.each(['2026-12-24', '2027-01-02 – 2026-12-24, congés', '2026-02-30, salon', 'congés'])(
  'rejects the closure «%s»',
  (line) => expect(parseClosures(line)).toBeUndefined(),
)
