import type { Form } from '../forms/form.ts'
import type { FormName } from '../forms/index.ts'
import { shortTimeInParis } from '../server/paris-time.ts'
import { answerText, remarks } from '../server/submissions/describe-lead.ts'
import type { Lead } from '../server/submissions/leads.ts'

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
