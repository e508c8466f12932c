import { dayInParis } from '../../../forms/calendar.ts'
import { WAITING } from '../../../forms/states.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { changeFollowUp } from '../../leads/follow-up/follow-up.ts'
import type { LinkAct } from '../../leads/follow-up/lead-links.ts'
import { findLead, formOf, type Lead } from '../../leads/leads.ts'
import { daysAfter } from '../../paris-time.ts'

/** Whose change it is that was made by a link of a notice: everyone of the house got the same one. */
export const BY_LINK = 'e-mail'

/**
 * Does what a link of a notice says, inside the caller's transaction; false for a lead that waits for nothing any more,
 * whose state somebody has chosen since.
 */
export function actByLink(db: Database, clock: Clock, act: LinkAct, reference: string): boolean {
  const lead = findLead(db, reference)
  if (!lead || !WAITING.includes(lead.state)) return false
  const today = dayInParis(clock())
  changeFollowUp(db, clock, reference, changeFor(act, lead, today), lead.version, BY_LINK)
  return true
}

/**
 * What an act changes of a lead: it got what it asked for, and a reminder that is due is done with; or it waits until
 * tomorrow.
 * @param today AAAA-MM-JJ in Paris
 */
export function changeFor(act: LinkAct, lead: Lead, today: string): { state?: string; remindOn?: string } {
  if (act === 'demain') return { remindOn: daysAfter(today, 1) }
  return { state: formOf(lead).doneState, ...(lead.remind_on && { remindOn: '' }) }
}
