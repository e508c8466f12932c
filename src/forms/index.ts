import { ambassador } from './ambassador.ts'
import { contact } from './contact.ts'
import type { Form } from './form.ts'
import { newsletter } from './newsletter.ts'
import { partnership } from './partnership.ts'
import { quote } from './quote.ts'
import { waitlist } from './waitlist.ts'
import { withdrawal } from './withdrawal.ts'

/** All forms by name. */
export const forms = {
  waitlist,
  newsletter,
  contact,
  partnership,
  ambassador,
  withdrawal,
  quote,
} as const satisfies Record<string, Form>

export type FormName = keyof typeof forms

export type NamedForm = Form & { name: FormName }

/** All forms as a list. */
export const allForms = Object.values(forms) as readonly NamedForm[]
/** The mailing lists, and the forms whose leads need an answer. */
export const lists = allForms.filter(({ isList }) => isList)
export const answeredForms = allForms.filter(({ isList }) => !isList)

/** Returns the form of that name, or undefined. */
export function formNamed(name: string): NamedForm | undefined {
  return allForms.find((form) => form.name === name)
}
