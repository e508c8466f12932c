import { dayInParis } from '../../../forms/calendar.ts'
import { HOUR_MS } from '../../clock.ts'
import { daysAfter, startOfDayInParis } from '../../paris-time.ts'

const SUNDAY = 0

/**
 * The instant by which the house answers: so many hours after the submission, Sundays in Paris not counted.
 * @param hours the longest that the house promises (facts.yaml, delai_reponse)
 */
export function answerBy(submittedAt: Date, hours: number): Date {
  return moved(submittedAt, hours, 1)
}

/**
 * When the house answers, as a message may promise it that leaves now: the promise counted from the submission, or from
 * now where that moment has passed (decisions «E-mail»: no message promises a moment that has passed when it leaves).
 */
export function promisedBy(submittedAt: Date, now: Date, hours: number): Date {
  const promised = answerBy(submittedAt, hours)
  return promised > now ? promised : answerBy(now, hours)
}

/**
 * The instant before which a submission has come whose answer is late now: `answerBy` the other way round.
 * @param hours as for answerBy
 */
export function lateBefore(now: Date, hours: number): Date {
  return moved(now, hours, -1)
}

/** The instant so many hours after another one, or before it where the direction is -1. */
function moved(from: Date, hours: number, direction: 1 | -1): Date {
  let at = from.getTime()
  let left = hours * HOUR_MS
  // More days than the hours of a promise ever lie on: six of seven count, and the first and the last one in part.
  for (let days = 0; days < hours / 12 + 3; days++) {
    const day = dayInParis(new Date(direction > 0 ? at : at - 1))
    const midnight = Date.parse(startOfDayInParis(direction > 0 ? daysAfter(day, 1) : day) ?? '')
    const counts = new Date(day).getUTCDay() === SUNDAY ? 0 : Math.abs(midnight - at)
    if (left <= counts) return new Date(at + direction * left)
    left -= counts
    at = midnight
  }
  // A mistake in the sums above would otherwise go on for ever and answer nobody.
  throw new Error(`The ${hours} hours of an answer from ${from.toISOString()} end on no day: are all of them Sundays?`)
}

/** The longest time of a promise such as «24 à 48 h», in hours. Throws when it names none. */
export function longestHours(promise: string): number {
  const [, hours] = /(\d+)\s*h$/.exec(promise.trim()) ?? []
  if (!hours)
    throw new Error(`src/content/facts.yaml, delai_reponse : « ${promise} » ne finit pas par un nombre d’heures.`)
  return Number(hours)
}
