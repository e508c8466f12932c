import { dayInParis } from '../../../forms/calendar.ts'
import { WAITING } from '../../../forms/states.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { changeFollowUp } from '../../leads/follow-up/follow-up.ts'
import type { LinkAct } from '../../leads/follow-up/lead-links.ts'
import { findLead, formOf, type Lead } from '../../leads/leads.ts'
import { daysAfter } from '../../paris-time.ts'

/** Author of changes by a notice link: all recipients of the notice got the same link. */
export const BY_LINK = 'e-mail'

/**
 * Performs the action of a notice link in the caller's transaction; returns false for a lead that is already
 * settled, because a user has changed its state since.
 */
export function actByLink(db: Database, clock: Clock, act: LinkAct, reference: string): boolean {
  const lead = findLead(db, reference)
  if (!lead || !WAITING.includes(lead.state)) return false
  const today = dayInParis(clock())
  changeFollowUp(db, clock, reference, changeFor(act, lead, today), lead.version, BY_LINK)
  return true
}

/**
 * Returns the change for an action: `demain` sets a reminder for tomorrow, otherwise the form's final state is set
 * and a reminder removed.
 * @param today AAAA-MM-JJ in Paris
 */
export function changeFor(act: LinkAct, lead: Lead, today: string): { state?: string; remindOn?: string } {
  if (act === 'demain') return { remindOn: daysAfter(today, 1) }
  return { state: formOf(lead).doneState, ...(lead.remind_on && { remindOn: '' }) }
}
