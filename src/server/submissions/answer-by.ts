import { dayInParis } from '../../forms/age.ts'
import { dayAfter, startOfDayInParis } from '../paris-time.ts'

const HOUR_MS = 3_600_000

/**
 * The instant by which the house answers: so many hours after the submission, Sundays in Paris not counted.
 * @param hours the longest that the house promises (facts.yaml, delai_reponse)
 */
export function answerBy(submittedAt: Date, hours: number): Date {
  let at = submittedAt.getTime()
  let left = hours * HOUR_MS
  for (;;) {
    const day = dayInParis(new Date(at))
    const midnight = Date.parse(startOfDayInParis(dayAfter(day)) ?? '')
    const today = isSunday(day) ? 0 : midnight - at
    if (left <= today) return new Date(at + left)
    left -= today
    at = midnight
  }
}

/**
 * The instant before which a submission has come whose answer is late now: `answerBy` the other way round.
 * @param hours as for answerBy
 */
export function lateBefore(now: Date, hours: number): Date {
  let at = now.getTime()
  let left = hours * HOUR_MS
  for (;;) {
    const day = dayInParis(new Date(at - 1))
    const midnight = Date.parse(startOfDayInParis(day) ?? '')
    const today = isSunday(day) ? 0 : at - midnight
    if (left <= today) return new Date(at - left)
    left -= today
    at = midnight
  }
}

/** The longest time of a promise such as «24 à 48 h», in hours. Throws when it names none. */
export function longestHours(promise: string): number {
  const [, hours] = /(\d+)\s*h$/.exec(promise.trim()) ?? []
  if (!hours)
    throw new Error(`src/content/facts.yaml, delai_reponse : « ${promise} » ne finit pas par un nombre d’heures.`)
  return Number(hours)
}

function isSunday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0
}
