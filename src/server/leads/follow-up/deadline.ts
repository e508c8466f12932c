import { dayInParis, longDay } from '../../../forms/calendar.ts'
import { isList } from '../../../forms/index.ts'
import { WAITING } from '../../../forms/states.ts'
import { daysAfter, hourInParis } from '../../paris-time.ts'
import { formOf, type Lead } from '../leads.ts'
import { answerBy, longestHours } from './answer-by.ts'

/** Promised times of an answer, in hours, and of a refund, in days (facts.yaml). */
export interface Promises {
  hours: number
  refundDays: number
}

/** @param facts only delai_reponse and plafond_remboursement are read */
export function promisesOf(facts: Readonly<Record<string, string>>): Promises {
  return { hours: longestHours(facts.delai_reponse ?? ''), refundDays: daysOf(facts.plafond_remboursement ?? '') }
}

/**
 * Returns the deadline of an answer or refund, such as «à répondre avant mardi 24 novembre à 9 h», and if it has
 * passed; undefined if none is due.
 */
export function deadlineOf(lead: Lead, { hours, refundDays }: Promises, now: Date) {
  const form = formOf(lead)
  if (isList(form) || lead.suspected_spam || !WAITING.includes(lead.state)) return undefined
  if (form.doneState === 'remboursée') {
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

/** Returns the number of days of a text such as «14 jours». Throws if it does not begin with a positive number. */
export function daysOf(text: string): number {
  const days = Number.parseInt(text, 10)
  if (!(days > 0))
    throw new Error(
      `src/content/facts.yaml, plafond_remboursement : « ${text} » ne commence pas par un nombre de jours.`,
    )
  return days
}
