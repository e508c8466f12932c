import type { Form } from '../../forms/form.ts'
import { isList } from '../privacy/consent.ts'
import { type Lead, signUpState } from './leads.ts'

/** The names of a submission's sender, in one cell; empty for a form that asks for none. */
export function senderName(form: Form, lead: Lead): string {
  const names = ['sellerie_name', 'name', 'contact_name', 'first_name', 'last_name']
  return names
    .filter((name) => name in form.fields)
    .map((name) => String(lead[name] ?? ''))
    .join(' ')
}

/** How a person is greeted: by the name that they gave for themselves; '' for a form that asks for none. */
export function senderFirst(form: Form, lead: Lead): string {
  const names = ['first_name', 'contact_name', 'name'].filter((name) => name in form.fields)
  return String(lead[names[0] ?? ''] ?? '')
}

/**
 * The state of a submission, in French: what the house does about it, suspected spam, state of a sign-up, kept beyond
 * its period.
 */
export function remarks(form: Form, lead: Lead): string {
  return [
    lead.suspected_spam ? 'suspect' : undefined,
    isList(form) ? undefined : lead.status,
    lead.remind_on ? `rappel le ${lead.remind_on}` : undefined,
    signUpState(form, lead),
    lead.keep_until ? `gardé jusqu’au ${lead.keep_until}` : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The text of an answer; for a choice, the label of its option. */
export function answerText(form: Form, name: string, value: string | number | null | undefined): string {
  return form.fields[name]?.options?.[String(value)] ?? String(value ?? '')
}
