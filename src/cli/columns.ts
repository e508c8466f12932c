import type { Form } from '../forms/form.ts'
import type { FormName } from '../forms/index.ts'
import { minuteInParis } from '../server/paris-time.ts'
import { type Lead, stateOf } from '../server/submissions/leads.ts'

/** Fields that a line of a list shows, the most telling first. */
const SHOWN: Readonly<Record<FormName, readonly string[]>> = {
  waitlist: ['email'],
  newsletter: ['email'],
  contact: ['name', 'email', 'subject'],
  partnership: ['sellerie_name', 'city', 'contact_name', 'email'],
  ambassador: ['first_name', 'last_name', 'email', 'riding_level', 'followers_count'],
  withdrawal: ['name', 'email', 'order_reference'],
}

/** Head of a list of one form. */
export function headOf(form: Form): string[] {
  const fields = SHOWN[form.name as FormName].map((name) => form.fields[name]?.label ?? name)
  return ['Référence', 'Reçu', ...fields, 'État']
}

/** A line of a list of one form. */
export function rowOf(form: Form, lead: Lead): string[] {
  const cells = SHOWN[form.name as FormName].map((name) => wordsOf(form, name, lead[name]))
  return [lead.reference, minuteInParis(lead.created_at), ...cells, remarks(form, lead)]
}

/** Who sent it, in one cell, whatever the form. */
export function whoOf(form: Form, lead: Lead): string {
  const names = ['sellerie_name', 'name', 'contact_name', 'first_name', 'last_name']
  return names
    .filter((name) => name in form.fields)
    .map((name) => String(lead[name] ?? ''))
    .join(' ')
}

/** What stands out of a submission: suspicion, consent, a longer period. */
export function remarks(form: Form, lead: Lead): string {
  return [
    lead.suspected_spam ? 'suspect' : undefined,
    stateOf(form, lead),
    lead.keep_until ? `gardé jusqu’au ${lead.keep_until}` : undefined,
  ]
    .filter(Boolean)
    .join(', ')
}

function wordsOf(form: Form, name: string, value: string | number | null | undefined): string {
  return form.fields[name]?.options?.[String(value)] ?? String(value ?? '')
}
