import { dayInParis } from '../../../forms/age.ts'
import { answerBy } from '../../leads/answer-by.ts'

const DAY_MS = 86_400_000

/**
 * When the house answers, as a message may promise it that leaves now: the promise counted from the submission, or from
 * now where that moment has passed (decisions «E-mail»: no message promises a moment that has passed when it leaves).
 * @param hours within which the house answers
 */
export function promisedBy(submittedAt: Date, now: Date, hours: number): Date {
  const promised = answerBy(submittedAt, hours)
  return promised > now ? promised : answerBy(now, hours)
}

/**
 * The last day on which a withdrawal is to be refunded, AAAA-MM-JJ in Paris: so many days after the house was told of it
 * (Code de la consommation L. 221-24).
 * @param days of `plafond_remboursement` in facts.yaml
 */
export function refundBy(declaredAt: Date, days: number): string {
  return new Date(Date.parse(`${dayInParis(declaredAt)}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
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
