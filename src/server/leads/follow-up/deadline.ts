import { parseDuration } from '../../../copy/facts/duration.ts'
import { dayInParis, longDay } from '../../../forms/calendar.ts'
import { WAITING } from '../../../forms/states.ts'
import { HOUR_MS } from '../../clock.ts'
import { daysAfter, hourInParis, startOfDayInParis } from '../../paris-time.ts'
import { formOf, type Lead } from '../leads.ts'

/** Promised times of an answer, in hours, and of a refund, in days (facts.yaml). */
export interface Promises {
  hours: number
  refundDays: number
}

/**
 * Reads the promised times of facts.yaml; of «24 à 48 h», the longer one counts. Throws if one is in other units, which
 * the check of the facts refuses.
 */
export function promisesOf(facts: Readonly<Record<string, string>>): Promises {
  return {
    hours: longestOf('delai_reponse', facts, ['h', 'heure']),
    refundDays: longestOf('plafond_remboursement', facts, ['jour']),
  }
}

function longestOf(name: string, facts: Readonly<Record<string, string>>, units: readonly string[]): number {
  const { most = 0, unit = '' } = parseDuration(facts[name] ?? '') ?? {}
  if (most > 0 && units.includes(unit)) return most
  throw new Error(`src/content/facts.yaml, ${name} : « ${facts[name]} » n’est pas une durée en ${units.at(-1)}s.`)
}

/**
 * Returns the deadline of an answer or refund, such as «à répondre avant mardi 24 novembre à 9 h», and if it has
 * passed; undefined if none is due.
 */
export function deadlineOf(lead: Lead, { hours, refundDays }: Promises, now: Date) {
  const form = formOf(lead)
  if (form.isList || lead.suspected_spam || !WAITING.includes(lead.state)) return undefined
  if (form.isWithdrawal) {
    const day = refundBy(new Date(lead.created_at), refundDays)
    const late = dayInParis(now) > day
    return { words: `${late ? 'en retard : ' : ''}à rembourser au plus tard le ${longDay(day)}`, late }
  }
  const due = answerBy(new Date(lead.created_at), hours)
  const late = due < now
  return { words: late ? `en retard : promis avant ${hourInParis(due)}` : `à répondre avant ${hourInParis(due)}`, late }
}

/**
 * Returns the last day to refund a withdrawal, AAAA-MM-JJ in Paris: a number of days after its declaration (Code de la
 * consommation L. 221-24).
 * @param days `plafond_remboursement` of facts.yaml
 */
export function refundBy(declaredAt: Date, days: number): string {
  return daysAfter(dayInParis(declaredAt), days)
}

const SUNDAY = 0

/**
 * Returns when an answer is due: a number of hours after the submission, not counting Sundays in Paris.
 * @param hours longest promised time (facts.yaml, delai_reponse)
 */
export function answerBy(submittedAt: Date, hours: number): Date {
  return addWorkingHours(submittedAt, hours, 1)
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
  return addWorkingHours(now, hours, -1)
}

/**
 * Returns the instant a number of hours after another one, or before it if the direction is -1, not counting Sundays.
 */
function addWorkingHours(from: Date, hours: number, direction: 1 | -1): Date {
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
  throw new Error(`No day found on which ${hours} hours from ${from.toISOString()} end.`)
}
