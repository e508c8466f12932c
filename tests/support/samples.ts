import type { Field } from '../../src/forms/fields.ts'
import { type Form, parse, type Values } from '../../src/forms/form.ts'
import { allForms, type FormName, forms } from '../../src/forms/index.ts'

const LEA = { name: 'Léa Martin', email: 'lea@exemple.fr' }

/** Answers that tests name, by form. */
const OWN: Record<string, Record<string, string>> = {
  waitlist: { email: 'liste@exemple.fr' },
  newsletter: { email: 'lettre@exemple.fr' },
  contact: LEA,
  ambassador: { first_name: 'Noa', email: 'noa@exemple.fr' },
  quote: LEA,
  withdrawal: LEA,
}

/** A valid value for each kind of field, so that a new form needs no sample of its own. */
const ANSWERS: Readonly<Record<Field['kind'], string>> = {
  text: 'Exemple',
  textarea: 'Bonjour.',
  email: 'camille@exemple.fr',
  tel: '01 23 45 67 89',
  url: 'https://exemple.fr',
  date: '1998-04-02',
  integer: '1',
  measure: '52,5',
  choice: '',
  checkbox: '1',
}

function answersTo({ fields }: Form): Record<string, string> {
  const required = Object.entries(fields).filter(([, { optional }]) => !optional)
  const answer = ({ kind, max, options }: Field) => Object.keys(options ?? {})[0] ?? ANSWERS[kind].slice(0, max)
  return Object.fromEntries(required.map(([name, field]) => [name, answer(field)]))
}

/** Complete submissions as a browser sends them, by form. */
export const valid: Record<string, Record<string, string>> = Object.fromEntries(
  allForms.map((form) => [form.name, { ...answersTo(form), ...OWN[form.name] }]),
)

/** Returns the values of a sample as they are stored, including empty ones. */
export function answers(name: FormName, extra: Record<string, string> = {}): Values {
  const { values, errors } = parse(forms[name], { ...valid[name], ...extra }, '2026-11-21')
  if (!values) throw new Error(`the sample of ${name}: ${JSON.stringify(errors)}`)
  return values
}

/** SQL that confirms every newsletter address at the time of its sign-up. */
export const CONFIRM =
  'UPDATE newsletter_subscriptions SET confirmed_at = (SELECT created_at FROM leads WHERE leads.reference = newsletter_subscriptions.reference)'
