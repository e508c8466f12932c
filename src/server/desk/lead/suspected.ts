import { deleteLeads, formOf, type Lead, releaseLead } from '../../leads/leads.ts'
import { threadOf } from '../../leads/thread.ts'
import { change, type Desk } from '../desk.ts'

/** Marks a suspected lead as real: its e-mails go. */
export function release(desk: Desk, reference: string): void {
  change(desk, () => releaseLead(desk.db, reference))
}

/** Throws a suspected or unwanted lead away, without a word to anybody; returns false if it may not be. */
export function discard(desk: Desk, lead: Lead): boolean {
  if (!isDisposable(desk, lead)) return false
  change(desk, () => deleteLeads(desk.db, [lead]))
  return true
}

/** True for what is suspected, and for what nobody has answered or accepted, and no law wants kept. */
export function isDisposable({ db }: Pick<Desk, 'db'>, lead: Lead): boolean {
  if (lead.suspected_spam) return true
  if (formOf(lead).processing.legalBases.includes('obligation') || formOf(lead).isList) return false
  if (lead.outcome === 'accepted' || lead.keep_until || lead.suspended_at) return false
  return !threadOf(db, lead.reference).some(({ kind }) => kind === 'sent')
}
