import { dayInParis, longDay } from '../../forms/calendar.ts'
import { hourInParis } from '../paris-time.ts'
import { answerBy, type Promises, refundBy } from './follow-up/deadline.ts'
import { formOf, type Lead } from './leads.ts'

/** When something is due for a lead, in French, and whether that has passed. */
export interface Due {
  words: string
  late: boolean
}

/** Returns by when a refund or an answer is due; undefined if none is. */
export function dueOf(lead: Lead, promises: Promises, now: Date): Due | undefined {
  if (lead.suspected_spam || lead.suspended_at) return undefined
  if (formOf(lead).isWithdrawal && !lead.outcome) {
    const day = refundBy(new Date(lead.created_at), promises.refundDays)
    const late = dayInParis(now) > day
    return { words: `${late ? 'en retard : ' : ''}à rembourser au plus tard le ${longDay(day)}`, late }
  }
  if (!lead.waiting_since) return undefined
  const due = answerBy(new Date(lead.waiting_since), promises)
  const late = due < now
  return { words: late ? `en retard : promis avant ${hourInParis(due)}` : `à répondre avant ${hourInParis(due)}`, late }
}
