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

assertTellable(allForms)

/** Returns the form of that name, or undefined. */
export function formNamed(name: string): NamedForm | undefined {
  return allForms.find((form) => form.name === name)
}

/**
 * Throws if two forms share a name, a table or a reference prefix, because their leads could not be told apart, if a
 * form has no e-mail field, because it could not be answered.
 */
export function assertTellable(declared: readonly Form[]): void {
  const mute = declared.find(({ fields }) => fields.email?.kind !== 'email')
  if (mute) throw new Error(`Form ${mute.name}: there is no e-mail field named email to answer to.`)
  for (const key of ['name', 'table', 'prefix'] as const) {
    const values = declared.map((form) => form[key])
    const twice = values.find((value, index) => values.indexOf(value) < index)
    if (twice) throw new Error(`Two forms have the ${key} ${twice}: give each form of src/forms its own.`)
  }
}
