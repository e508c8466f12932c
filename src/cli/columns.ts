import type { Form } from '../forms/form.ts'
import type { FormName } from '../forms/index.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { type Lead, signUpState } from '../server/submissions/leads.ts'

/** The fields that the table of a list shows, most important first. */
const LISTED: Readonly<Record<FormName, readonly string[]>> = {
  waitlist: ['email'],
  newsletter: ['email'],
  contact: ['name', 'email', 'subject'],
  partnership: ['sellerie_name', 'city', 'contact_name', 'email'],
  ambassador: ['first_name', 'last_name', 'email', 'riding_level', 'followers_count'],
  withdrawal: ['name', 'email', 'order_reference'],
}

/** Column headings of the list of a form. */
export function listHeadings(form: Form): string[] {
  const fields = LISTED[form.name as FormName].map((name) => form.fields[name]?.label ?? name)
  return ['Référence', 'Reçu', ...fields, 'État']
}

/** The cells of a submission in the list of its form. */
export function listCells(form: Form, lead: Lead): string[] {
  const cells = LISTED[form.name as FormName].map((name) => answerText(form, name, lead[name]))
  return [lead.reference, shortTimeInParis(lead.created_at), ...cells, remarks(form, lead)]
}

/** The names of a submission's sender, in one cell; empty for a form that asks for none. */
export function senderName(form: Form, lead: Lead): string {
  const names = ['sellerie_name', 'name', 'contact_name', 'first_name', 'last_name']
  return names
    .filter((name) => name in form.fields)
    .map((name) => String(lead[name] ?? ''))
    .join(' ')
}

/** The state of a submission, in French: suspected spam, state of a sign-up, kept beyond its period. */
export function remarks(form: Form, lead: Lead): string {
  return [
    lead.suspected_spam ? 'suspect' : undefined,
    signUpState(form, lead),
    lead.keep_until ? `gardé jusqu’au ${lead.keep_until}` : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The text of an answer; for a choice, the label of its option. */
function answerText(form: Form, name: string, value: string | number | null | undefined): string {
  return form.fields[name]?.options?.[String(value)] ?? String(value ?? '')
}
