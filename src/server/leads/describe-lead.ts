import { isList } from '../../forms/index.ts'
import { answerText } from '../../forms/receipt.ts'
import { formOf, type Lead, signUpState } from './leads.ts'

/** The names of a lead's sender, in one cell; empty for a form that asks for none. An organisation stands before its person. */
export function senderName(lead: Lead): string {
  const { names, greets } = formOf(lead)
  return names.map((name) => String(lead[name] ?? '')).join(greets === names[0] ? ' ' : ', ')
}

/** How a person is greeted: by the name that they gave for themselves; '' for a form that asks for none. */
export function senderFirst(lead: Lead): string {
  return String(lead[formOf(lead).greets ?? ''] ?? '')
}

/** What a lead is about, in one line. */
export function aboutLead(lead: Lead): string {
  const form = formOf(lead)
  return form.about
    .map((name) => answerText(form, name, lead[name]))
    .filter(Boolean)
    .join(' · ')
    .replace(/\s+/g, ' ')
}

/**
 * The state of a lead, in French: what the house does about it, suspected spam, state of a sign-up, kept beyond its
 * period.
 */
export function remarks(lead: Lead): string {
  return [
    lead.suspected_spam ? 'suspect' : undefined,
    isList(formOf(lead)) ? undefined : lead.state,
    lead.remind_on ? `rappel le ${lead.remind_on}` : undefined,
    signUpState(lead),
    lead.keep_until ? `gardé jusqu’au ${lead.keep_until}` : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}
