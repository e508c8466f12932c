import { dayInParis } from '../../../forms/calendar.ts'
import { HOUR_MS } from '../../clock.ts'
import { daysAfter, startOfDayInParis } from '../../paris-time.ts'

/**
 * The instant by which the house answers: so many hours after the submission, Sundays in Paris not counted.
 * @param hours the longest that the house promises (facts.yaml, delai_reponse)
 */
export function answerBy(submittedAt: Date, hours: number): Date {
  let at = submittedAt.getTime()
  let left = hours * HOUR_MS
  for (let days = 0; days < mostDays(hours); days++) {
    const day = dayInParis(new Date(at))
    const midnight = Date.parse(startOfDayInParis(daysAfter(day, 1)) ?? '')
    const today = isSunday(day) ? 0 : midnight - at
    if (left <= today) return new Date(at + left)
    left -= today
    at = midnight
  }
  throw neverReached(submittedAt, hours)
}

/**
 * The instant before which a submission has come whose answer is late now: `answerBy` the other way round.
 * @param hours as for answerBy
 */
export function lateBefore(now: Date, hours: number): Date {
  let at = now.getTime()
  let left = hours * HOUR_MS
  for (let days = 0; days < mostDays(hours); days++) {
    const day = dayInParis(new Date(at - 1))
    const midnight = Date.parse(startOfDayInParis(day) ?? '')
    const today = isSunday(day) ? 0 : at - midnight
    if (left <= today) return new Date(at - left)
    left -= today
    at = midnight
  }
  throw neverReached(now, hours)
}

/** The longest time of a promise such as «24 à 48 h», in hours. Throws when it names none. */
export function longestHours(promise: string): number {
  const [, hours] = /(\d+)\s*h$/.exec(promise.trim()) ?? []
  if (!hours)
    throw new Error(`src/content/facts.yaml, delai_reponse : « ${promise} » ne finit pas par un nombre d’heures.`)
  return Number(hours)
}

/** More days than the hours of a promise ever lie on: six of seven count, and the first and the last one in part. */
function mostDays(hours: number): number {
  return hours / 12 + 3
}

/** For a mistake in the sums above, which would otherwise go on for ever and answer nobody. */
function neverReached(from: Date, hours: number): Error {
  return new Error(`The ${hours} hours of an answer from ${from.toISOString()} end on no day: are all of them Sundays?`)
}

function isSunday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0
}
