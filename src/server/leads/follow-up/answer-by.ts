import { dayInParis } from '../../../forms/calendar.ts'
import { HOUR_MS } from '../../clock.ts'
import { daysAfter, startOfDayInParis } from '../../paris-time.ts'

const SUNDAY = 0

/**
 * Returns when an answer is due: a number of hours after the submission, not counting Sundays in Paris.
 * @param hours longest promised time (facts.yaml, delai_reponse)
 */
export function answerBy(submittedAt: Date, hours: number): Date {
  return moved(submittedAt, hours, 1)
}

/**
 * Returns the time of an answer that a message sent now may promise: counted from the submission, or from now if that
 * time has passed (decisions «E-mail»: no message promises a moment that has passed when it leaves).
 */
export function promisedBy(submittedAt: Date, now: Date, hours: number): Date {
  const promised = answerBy(submittedAt, hours)
  return promised > now ? promised : answerBy(now, hours)
}

/**
 * Returns the time before which unanswered submissions are late now: the inverse of `answerBy`.
 * @param hours see answerBy
 */
export function lateBefore(now: Date, hours: number): Date {
  return moved(now, hours, -1)
}

/**
 * Returns the instant a number of hours after another one, or before it if the direction is -1, not counting Sundays.
 */
function moved(from: Date, hours: number, direction: 1 | -1): Date {
  let at = from.getTime()
  let left = hours * HOUR_MS
  // More days than the hours can span: six of seven days count, and the first and last count in part.
  for (let days = 0; days < hours / 12 + 3; days++) {
    const day = dayInParis(new Date(direction > 0 ? at : at - 1))
    const midnight = Date.parse(startOfDayInParis(direction > 0 ? daysAfter(day, 1) : day) ?? '')
    const counts = new Date(day).getUTCDay() === SUNDAY ? 0 : Math.abs(midnight - at)
    if (left <= counts) return new Date(at + direction * left)
    left -= counts
    at = midnight
  }
  // Reached only after a mistake above; without a limit, the loop would never end.
  throw new Error(`The ${hours} hours of an answer from ${from.toISOString()} end on no day: are all of them Sundays?`)
}

/** Returns the longest time of a promise such as «24 à 48 h», in hours. Throws if it does not end in hours. */
export function longestHours(promise: string): number {
  const [, hours] = /(\d+)\s*h$/.exec(promise.trim()) ?? []
  if (!hours)
    throw new Error(`src/content/facts.yaml, delai_reponse : « ${promise} » ne finit pas par un nombre d’heures.`)
  return Number(hours)
}
