import { parseDuration } from '../../copy/facts/duration.ts'
import { hoursOn, nextOpenDay, type Opening, openingOf } from '../../copy/facts/opening.ts'
import { dayInParis, longDay } from '../../forms/calendar.ts'
import { HOUR_MS, MINUTE_MS } from '../clock.ts'
import { daysAfter, hourInParis, instantInParis, startOfDayInParis } from '../paris-time.ts'

import { formOf, type Lead } from './leads.ts'

/** Promised time of an answer, in hours, when the house answers, and promised time of a refund, in days (facts.yaml). */
export interface Promises {
  hours: number
  opening: Opening
  refundDays: number
}

/**
 * Reads the promised times of facts.yaml; of «24 à 48 h», the longer one counts. Throws if one is in other units, which
 * the check of the facts refuses.
 */
export function promisesOf(facts: Readonly<Record<string, string>>): Promises {
  return {
    hours: longestOf('delai_reponse', facts, ['h', 'heure']),
    opening: openingOf(facts),
    refundDays: longestOf('plafond_remboursement', facts, ['jour']),
  }
}

function longestOf(name: string, facts: Readonly<Record<string, string>>, units: readonly string[]): number {
  const { most = 0, unit = '' } = parseDuration(facts[name] ?? '') ?? {}
  if (most > 0 && units.includes(unit)) return most
  throw new Error(`src/content/facts.yaml, ${name} : « ${facts[name]} » n’est pas une durée en ${units.at(-1)}s.`)
}

/** When something is due for a lead, in French, and whether that has passed. */
export interface Due {
  words: string
  late: boolean
}

/** Returns by when a refund or an answer is due; undefined if none is. */
export function dueOf(lead: Lead, promises: Promises, now: Date): Due | undefined {
  if (lead.suspected_spam) return undefined
  // Also while the data are suspended: the day is the law's.
  if (formOf(lead).isWithdrawal && !lead.outcome) {
    const day = refundBy(new Date(lead.created_at), promises.refundDays)
    const late = dayInParis(now) > day
    return { words: `${late ? 'en retard : ' : ''}à rembourser au plus tard le ${longDay(day)}`, late }
  }
  if (!lead.waiting_since || lead.suspended_at) return undefined
  const due = answerBy(new Date(lead.waiting_since), promises)
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

/**
 * Returns when an answer is due: the promised hours after the message, not counting Sundays, public holidays and days
 * on which the house is closed; rounded up to the full hour or to the closing time, if that comes first. A moment outside
 * the opening hours moves to the next closing time.
 */
export function answerBy(receivedAt: Date, { hours, opening }: Pick<Promises, 'hours' | 'opening'>): Date {
  const due = addOpenHours(receivedAt, hours, opening)
  const day = dayInParis(due)
  const today = hoursOn(day, opening)
  const at = (due.getTime() - startOf(day)) / MINUTE_MS
  if (!today || at > today.closes) return closingOf(nextOpenDay(day, opening), opening)
  const closing = closingOf(day, opening)
  if (at < today.opens) return closing
  return new Date(Math.min(Math.ceil(due.getTime() / HOUR_MS) * HOUR_MS, closing.getTime()))
}

/**
 * Returns the time of an answer that a message sent now may promise: counted from the submission, or from now if that
 * time has passed (decisions «E-mail»: no message promises a moment that has passed when it leaves).
 */
export function promisedBy(receivedAt: Date, now: Date, promises: Pick<Promises, 'hours' | 'opening'>): Date {
  const promised = answerBy(receivedAt, promises)
  return promised > now ? promised : answerBy(now, promises)
}

/** Returns the closing time of a day on which the house is open. */
function closingOf(day: string, opening: Opening): Date {
  const { closes = 0 } = hoursOn(day, opening) ?? {}
  const [hour, minute] = [Math.floor(closes / 60), closes % 60].map((part) => String(part).padStart(2, '0'))
  return new Date(instantInParis(`${day}T${hour}:${minute}`) ?? '')
}

function startOf(day: string): number {
  return Date.parse(startOfDayInParis(day) ?? '')
}

/** Returns the instant a number of hours after another one; only hours of days with opening hours count. */
function addOpenHours(from: Date, hours: number, opening: Opening): Date {
  let at = from.getTime()
  let left = hours * HOUR_MS
  let day = dayInParis(new Date(at))
  if (!hoursOn(day, opening)) {
    day = nextOpenDay(day, opening)
    at = startOf(day)
  }
  for (;;) {
    const counts = startOf(daysAfter(day, 1)) - at
    if (left <= counts) return new Date(at + left)
    left -= counts
    day = nextOpenDay(day, opening)
    at = startOf(day)
  }
}
