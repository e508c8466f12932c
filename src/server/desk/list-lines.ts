import { ageOn, dayInParis, longDay, MAJORITY } from '../../forms/calendar.ts'
import { WAITING } from '../../forms/states.ts'
import { aboutLead, senderName } from '../leads/describe-lead.ts'
import type { LinkAct } from '../leads/follow-up/lead-links.ts'
import { formOf, type Lead } from '../leads/leads.ts'
import { daysAfter, relativeTimeInParis } from '../paris-time.ts'
import type { Desk } from './desk.ts'

/** Actions on a line without opening it: posted value and label. */
export const ACTS = {
  answer: [
    ['repondue', 'Répondu'],
    ['demain', 'Demain'],
    ['sans-suite', 'Sans suite'],
  ],
  refund: [
    ['remboursee', 'Remboursé'],
    ['demain', 'Demain'],
  ],
  // Deleting is not offered here, because a wrong tap would be final: the lead's page asks first.
  spam: [['vraie', 'Vraie demande']],
  reminder: [
    ['fait', 'Fait'],
    ['demain', 'Demain'],
  ],
  none: [],
} as const
export type Act = (typeof ACTS)[keyof typeof ACTS][number][0]

const WHAT_MAX = 140

/** Returns a submission as a line of the list, in French. */
export function toLine(lead: Lead, desk: Desk, now: Date) {
  const form = formOf(lead)
  return {
    reference: lead.reference,
    version: lead.version,
    who: whoOf(lead, now),
    what: aboutOf(lead),
    /** Form and time, such as «Message de contact, hier à 21 h». */
    since: `${form.deskTitle}, ${relativeTimeInParis(lead.created_at, now)}`,
    /** Undefined if nothing is due. */
    deadline: desk.deadline(lead, now),
    /** Undefined for a new lead, a suspected one and a sign-up. */
    state: lead.suspected_spam || form.isList || lead.state === 'nouvelle' ? undefined : lead.state,
    remind: lead.remind_on ? longDay(lead.remind_on) : undefined,
    acts: actsOf(lead),
  }
}

/** Returns the name of the sender, with the age of a minor. */
export function whoOf(lead: Lead, now: Date): string {
  const name = senderName(lead) || lead.email
  const birth = formOf(lead).fields.birth_date && lead.birth_date
  const age = typeof birth === 'string' ? ageOn(birth, dayInParis(now)) : MAJORITY
  return age < MAJORITY ? `${name}, ${age} ans` : name
}

/** Returns the actions on a lead without opening it. */
export function actsOf(lead: Lead): readonly (readonly [act: Act, label: string])[] {
  if (lead.suspected_spam) return ACTS.spam
  if (formOf(lead).isList || !WAITING.includes(lead.state)) return lead.remind_on ? ACTS.reminder : ACTS.none
  return formOf(lead).isWithdrawal ? ACTS.refund : ACTS.answer
}

/**
 * Returns the change of the follow-up for an action on a line or of a notice link.
 * @param today AAAA-MM-JJ in Paris
 */
export function changeFor(
  act: Exclude<Act, 'vraie'> | LinkAct,
  lead: Lead,
  today: string,
): { state?: string; remind_on?: string } {
  switch (act) {
    case 'demain':
      return { remind_on: daysAfter(today, 1) }
    case 'fait':
      return { remind_on: '' }
    case 'sans-suite':
      return { state: 'sans suite', remind_on: '' }
    default:
      return { state: formOf(lead).doneState, ...(lead.remind_on && { remind_on: '' }) }
  }
}

function aboutOf(lead: Lead): string {
  const text = aboutLead(lead)
  return text.length > WHAT_MAX ? `${[...text].slice(0, WHAT_MAX).join('')}…` : text
}
