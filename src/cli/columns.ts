import type { Form } from '../forms/form.ts'
import { answerText, remarks } from '../server/leads/describe-lead.ts'
import type { Lead } from '../server/leads/leads.ts'
import { shortTimeInParis } from '../server/paris-time.ts'

/** Column headings of the list of a form. */
export function listHeadings(form: Form): string[] {
  const fields = form.listed.map((name) => form.fields[name]?.label ?? name)
  return ['Référence', 'Reçu', ...fields, 'État']
}

/** The cells of a submission in the list of its form. */
export function listCells(form: Form, lead: Lead): string[] {
  const cells = form.listed.map((name) => answerText(form, name, lead[name]))
  return [lead.reference, shortTimeInParis(lead.created_at), ...cells, remarks(lead)]
}
