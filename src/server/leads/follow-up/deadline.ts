import { dayInParis, longDay } from '../../../forms/calendar.ts'
import { isList } from '../../../forms/index.ts'
import { WAITING } from '../../../forms/states.ts'
import { daysAfter, hourInParis } from '../../paris-time.ts'
import { formOf, type Lead } from '../leads.ts'
import { answerBy, longestHours } from './answer-by.ts'

/** Within which times the house answers and refunds (facts.yaml). */
export interface Promises {
  hours: number
  refundDays: number
}

/** @param facts of the house: delai_reponse and plafond_remboursement are read */
export function promisesOf(facts: Readonly<Record<string, string>>): Promises {
  return { hours: longestHours(facts.delai_reponse ?? ''), refundDays: daysOf(facts.plafond_remboursement ?? '') }
}

/** By when the house answers or refunds, such as «à répondre avant mardi 24 novembre à 9 h»; undefined when nobody waits for it. */
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
 * The last day on which a withdrawal is to be refunded, AAAA-MM-JJ in Paris: so many days after the house was told of it
 * (Code de la consommation L. 221-24).
 * @param days of `plafond_remboursement` in facts.yaml
 */
export function refundBy(declaredAt: Date, days: number): string {
  return daysAfter(dayInParis(declaredAt), days)
}

/** The number of days of a text such as «14 jours». Throws when it begins with no number. */
export function daysOf(text: string): number {
  const days = Number.parseInt(text, 10)
  if (!(days > 0))
    throw new Error(
      `src/content/facts.yaml, plafond_remboursement : « ${text} » ne commence pas par un nombre de jours.`,
    )
  return days
}
