import type { Field } from '../../src/forms/fields.ts'
import { type Form, parse, type Values } from '../../src/forms/form.ts'
import { allForms, type FormName, forms } from '../../src/forms/index.ts'

/** Complete submissions as a browser sends them. */
const contact = { name: 'Léa Martin', email: 'lea@exemple.fr', subject: 'commande', message: 'Bonjour.' }

const partnership = {
  sellerie_name: 'Sellerie d’exemple',
  contact_name: 'Camille Exemple',
  email: 'camille@exemple.fr',
  phone: '01 23 45 67 89',
  address: '1 rue de l’Exemple',
  city: 'Paris',
  postal_code: '75001',
  shop_size: 'medium',
  years_in_business: '12',
}

export const ambassador = {
  first_name: 'Noa',
  last_name: 'Exemple',
  email: 'noa@exemple.fr',
  phone: '06 12 34 56 78',
  birth_date: '1998-04-02',
  city: 'Lyon',
  postal_code: '69001',
  country: 'France',
  followers_count: '500_1000',
  riding_discipline: 'cso',
  riding_level: 'galop4_6',
  horse_ownership: 'club_horses',
  why_hera: 'Pour le matelassage.',
  availability: 'active',
}

const own: Record<string, Record<string, string>> = {
  waitlist: { email: 'liste@exemple.fr' },
  newsletter: { email: 'lettre@exemple.fr' },
  contact,
  partnership,
  ambassador,
  quote: { name: 'Léa Martin', email: 'lea@exemple.fr', piece: 'tapis', model: 'elegance', discipline: 'obstacle' },
  withdrawal: { name: 'Léa Martin', email: 'lea@exemple.fr', order_reference: 'D-2026-014' },
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
  return Object.fromEntries(
    required.map(([name, { kind, max, options }]) => [
      name,
      Object.keys(options ?? {})[0] ?? ANSWERS[kind].slice(0, max),
    ]),
  )
}

export const valid: Record<string, Record<string, string>> = Object.fromEntries(
  allForms.map((form) => [form.name, own[form.name] ?? answersTo(form)]),
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
