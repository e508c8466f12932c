import { answerBy } from '../../leads/follow-up/answer-by.ts'

/**
 * When the house answers, as a message may promise it that leaves now: the promise counted from the submission, or from
 * now where that moment has passed (decisions «E-mail»: no message promises a moment that has passed when it leaves).
 * @param hours within which the house answers
 */
export function promisedBy(submittedAt: Date, now: Date, hours: number): Date {
  const promised = answerBy(submittedAt, hours)
  return promised > now ? promised : answerBy(now, hours)
}
